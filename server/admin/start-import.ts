import type { Changes } from '#server/database/changes/changes.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteIssues, lockImport, updateImport } from './import-store.ts'
import type { CardImportRow } from './tables.ts'

type Deps = { changes: Changes; clock: Clock; jobs: Jobs }

/** Starts the check of a file, also one that was checked before: the cause of its issues may be fixed. */
export async function startCheck(deps: Deps, id: string): Promise<void> {
  await start(deps, id, 'checking', ({ state }) => ['arriving', 'checked', 'refused'].includes(state))
}

/** Starts creating the cards. With “all or nothing”, one invalid line prevents it. */
export async function startImport(deps: Deps, id: string): Promise<void> {
  await start(
    deps,
    id,
    'importing',
    ({ state, good, broken, takes }) => state === 'checked' && good > 0 && (takes === 'good' || broken === 0),
  )
}

type Begun = 'checking' | 'importing'

async function start({ changes, clock, jobs }: Deps, id: string, state: Begun, mayStart: (row: CardImportRow) => boolean): Promise<void> {
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw problem('not-found')
    if (!mayStart(row)) throw problem('conflict', { detail: 'This import is not waiting for that.' })
    await deleteIssues(tx, id)
    const blank = { lines: 0, good: 0, broken: 0, made: 0, atLine: 0, problem: '' }
    await updateImport(tx, id, { state, ...blank, updatedAt: clock.now() })
    await jobs.enqueue(tx, 'admin.import', { importId: id }, { key: `${id}-${state}` })
  })
}
