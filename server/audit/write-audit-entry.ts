import type { AuditAction } from '#contract/admin/admin-choices.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { auditEntries, type AuditDetail } from './tables.ts'

/** Who did it: an administrator, by email, or the command line. */
export type Actor = { accountId: string | null; name: string }
export const commandLine: Actor = { accountId: null, name: 'command line' }

export type AuditedAction = { act: AuditAction; subjectId?: string; alias?: string; detail?: AuditDetail }

/** Adds an entry to the audit log in the transaction of the change. Later, only names of people and cards that are gone are removed from it. */
export async function writeAuditEntry(
  tx: Db,
  actor: Actor,
  { act, subjectId, alias = '', detail = {} }: AuditedAction,
  now: Date,
): Promise<void> {
  const { accountId, name } = actor
  await tx.insert(auditEntries).values({
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
 * Wraps `changes` so that each write adds this entry in its own transaction. Code that gets the wrapper does not need to know the actor.
 */
export function withAuditEntry({ changes, clock }: { changes: Changes; clock: Clock }, actor: Actor, done: AuditedAction): Changes {
  return {
    ...changes,
    write: (work) =>
      changes.write(async (tx, notify) => {
        const result = await work(tx, notify)
        await writeAuditEntry(tx, actor, done, clock.now())
        return result
      }),
  }
}
