import { openChanges } from '#server/db/changes.ts'
import { openDatabase } from '#server/db/database.ts'
import { createStorage } from '#server/outside/storage.ts'
import type { Log } from '#server/outside/log.ts'
import type { House, Rooms } from './house.ts'

/** The operator reads answers, not the server's log. */
const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} }

/** Opens the database only when a command goes in, and closes what was opened. */
export function openHouse(parts: Omit<House, 'open'>): House & AsyncDisposable {
  const opened = new AsyncDisposableStack()
  let rooms: Promise<Rooms> | undefined

  async function enter(): Promise<Rooms> {
    const database = opened.use(await openDatabase(parts.settings, silentLog, { as: 'visit' }))
    const changes = opened.use(await openChanges(database, silentLog))
    return { database, changes, storage: await createStorage(parts.settings, silentLog) }
  }

  return {
    ...parts,
    open: () => (rooms ??= enter()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
