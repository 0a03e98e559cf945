import type { Changes } from '#server/database/changes/changes.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteFaults, lockImport, updateImport } from './import-store.ts'
import type { CardImportRow } from './tables.ts'

type Needs = { changes: Changes; clock: Clock; jobs: Jobs }

/** Has the file read against what is here. Again, where it was read before: somebody may have mended what was in its way. */
export async function startCheck(needs: Needs, id: string): Promise<void> {
  await start(needs, id, 'checking', ({ state }) => ['arriving', 'checked', 'refused'].includes(state))
}

/** Has its cards made. Where every line or none was chosen, one broken line is in the way of all. */
export async function startImport(needs: Needs, id: string): Promise<void> {
  await start(
    needs,
    id,
    'importing',
    ({ state, good, broken, takes }) => state === 'checked' && good > 0 && (takes === 'good' || broken === 0),
  )
}

type Begun = 'checking' | 'importing'

async function start({ changes, clock, jobs }: Needs, id: string, state: Begun, mayStart: (row: CardImportRow) => boolean): Promise<void> {
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw problem('not-found')
    if (!mayStart(row)) throw problem('conflict', { detail: 'This import is not waiting for that.' })
    await deleteFaults(tx, id)
    const blank = { lines: 0, good: 0, broken: 0, made: 0, atLine: 0, problem: '' }
    await updateImport(tx, id, { state, ...blank, updatedAt: clock.now() })
    await jobs.enqueue(tx, 'desk.import', { importId: id }, { key: `${id}-${state}` })
  })
}
