import { readActor } from '#server/accounts/sessions/read-actor.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Caller } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { deleteIssues, lockImport, updateImport } from './import-store.ts'
import type { CardImportRow } from './tables.ts'

type Deps = { db: Db; changes: Changes; clock: Clock; jobs: Jobs }

/** Starts the check of a file, also one that was checked before: the cause of its issues may be fixed. */
export async function startCheck(deps: Deps, caller: Caller, id: string): Promise<void> {
  await start(deps, caller, id, 'checking', ({ state }) => ['arriving', 'checked', 'refused'].includes(state))
}

/** Starts creating the cards. With “all or nothing”, one invalid line prevents it. */
export async function startImport(deps: Deps, caller: Caller, id: string): Promise<void> {
  await start(
    deps,
    caller,
    id,
    'importing',
    ({ state, good, broken, takes }) => state === 'checked' && good > 0 && (takes === 'good' || broken === 0),
  )
}

type StartedState = 'checking' | 'importing'

/** From here on the import is the caller's: the audit log names who created the cards, not who uploaded the file. */
async function start(
  deps: Deps,
  caller: Caller,
  id: string,
  state: StartedState,
  mayStart: (row: CardImportRow) => boolean,
): Promise<void> {
  const { db, changes, clock, jobs } = deps
  const { accountId, name: actor } = await readActor(db, caller)
  await changes.write(async (tx) => {
    const row = await lockImport(tx, id)
    if (!row) throw problem('not-found')
    if (!mayStart(row)) throw problem('conflict', { detail: 'This import is not waiting for that.' })
    await deleteIssues(tx, id)
    // The check has counted the lines, which shows how far the import is.
    const lines = state === 'importing' ? row.lines : 0
    const blank = { lines, good: 0, broken: 0, made: 0, atLine: 0, problem: '', problemIssues: [] }
    await updateImport(tx, id, { state, accountId, actor, ...blank, updatedAt: clock.now() })
    await jobs.enqueue(tx, 'admin.import', { importId: id }, { key: `${id}-${state}` })
  })
}
