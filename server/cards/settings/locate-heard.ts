import { setTimeout as wait } from 'node:timers/promises'
import type { Change } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/integrations/log.ts'
import { listAddressed } from '../aliases/addressed-store.ts'
import { isSamePlace } from '#common/place.ts'

type Needs = { db: Db; jobs: Jobs; log: Log; retryMs?: number }

const atOnce = 50
const usualRetryMs = 10_000

/**
 * Sees to it that an office is found whoever changed its address: the command line has no jobs of its own. One question at a
 * time for many cards, so that an import of thousands takes no visitor's connection; what was refused is asked again.
 */
export function locateHeard({ db, jobs, log, retryMs = usualRetryMs }: Needs) {
  const waiting = new Set<string>()
  const leaving = new AbortController()
  let working: Promise<void> | null = null

  async function work() {
    while (waiting.size > 0 && !leaving.signal.aborted) {
      const ids = [...waiting].slice(0, atOnce)
      ids.forEach((id) => waiting.delete(id))
      try {
        for (const card of await listAddressed(db, ids))
          if (!isSamePlace(card)) await jobs.enqueue(db, 'cards.locate', { subjectId: card.id }, { key: card.id })
      } catch (error) {
        ids.forEach((id) => waiting.add(id))
        log.error('not-located', { error })
        await wait(retryMs, undefined, { ref: false, signal: leaving.signal }).catch(() => {})
      }
    }
    working = null
  }

  return {
    hear(change: Change | 'everything') {
      if (!change.startsWith('card:')) return
      waiting.add(change.slice('card:'.length))
      working ??= work()
    },
    async [Symbol.asyncDispose]() {
      leaving.abort()
      await working
    },
  }
}
