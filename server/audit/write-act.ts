import type { OperatorAct } from '#contract/admin/operator-choices.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { operatorActs, type ActDetail } from './tables.ts'

/** Who did it: an operator by their e-mail, or the command line. */
export type Actor = { accountId: string | null; name: string }
export const commandLine: Actor = { accountId: null, name: 'command line' }

export type DoneAct = { act: OperatorAct; subjectId?: string; alias?: string; detail?: ActDetail }

/** Writes down what an operator did, in the transaction that does it. There is no way to change or remove a line. */
export async function writeAct(tx: Db, actor: Actor, { act, subjectId, alias = '', detail = {} }: DoneAct, now: Date): Promise<void> {
  const { accountId, name } = actor
  await tx.insert(operatorActs).values({
    id: newId(now.getTime()),
    at: now,
    accountId,
    actor: name,
    act,
    subjectId: subjectId ?? null,
    alias: alias.toLowerCase(),
    detail,
  })
}

/**
 * The same door to the database, but what is written through it is written down: both or neither. An act that is called with it
 * need not know who calls.
 */
export function withAct({ changes, clock }: { changes: Changes; clock: Clock }, actor: Actor, done: DoneAct): Changes {
  return {
    ...changes,
    write: (work) =>
      changes.write(async (tx, tell) => {
        const result = await work(tx, tell)
        await writeAct(tx, actor, done, clock.now())
        return result
      }),
  }
}
