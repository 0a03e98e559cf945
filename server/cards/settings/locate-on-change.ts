import { setTimeout as wait } from 'node:timers/promises'
import type { Change } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/integrations/log.ts'
import { listCardsWithAddress } from './office-address-store.ts'
import { isSamePlace } from '#common/place.ts'

type Deps = { db: Db; jobs: Jobs; log: Log; retryMs?: number }

const batchSize = 50
const defaultRetryMs = 10_000

/**
 * Geocodes an office after any change of its address, also one from the command line, which runs no jobs. Queries many cards at once, so
 * that an import of thousands doesn't use up connections; failures are retried.
 */
export function locateOnChange({ db, jobs, log, retryMs = defaultRetryMs }: Deps) {
  const waiting = new Set<string>()
  const stopping = new AbortController()
  let working: Promise<void> | null = null

  async function work() {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const ids = [...waiting].slice(0, batchSize)
      ids.forEach((id) => waiting.delete(id))
      try {
        for (const card of await listCardsWithAddress(db, ids))
          if (!isSamePlace(card)) await jobs.enqueue(db, 'cards.locate', { subjectId: card.id }, { key: card.id })
      } catch (error) {
        ids.forEach((id) => waiting.add(id))
        log.error('geocoding-not-enqueued', { error })
        await wait(retryMs, undefined, { ref: false, signal: stopping.signal }).catch(() => {})
      }
    }
    working = null
  }

  return {
    onChange(change: Change | 'everything') {
      if (!change.startsWith('card:')) return
      waiting.add(change.slice('card:'.length))
      working ??= work()
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await working
    },
  }
}
