import { withAct } from '#server/audit/with-act.ts'
import { commandLine, type DoneAct } from '#server/audit/write-act.ts'
import type { House, Rooms } from './house.ts'

/** The rooms, with a door to the database through which what this command does is written down: both or neither. */
export async function recorded(house: House, done: DoneAct): Promise<Rooms> {
  const rooms = await house.open()
  return { ...rooms, changes: withAct({ changes: rooms.changes, clock: house.clock }, commandLine, done) }
}

/** For what is done elsewhere than in the database: written down when it is done. */
export async function record(house: House, done: DoneAct): Promise<void> {
  const { changes } = await recorded(house, done)
  await changes.write(async () => {})
}
