import type { Changes } from '#server/database/changes/changes.ts'
import type { Clock } from '#server/integrations/clock.ts'
import { writeAct, type Actor, type DoneAct } from './write-act.ts'

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
