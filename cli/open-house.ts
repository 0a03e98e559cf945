import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { claimStorage, placeIn } from '#server/database/storage-owner.ts'
import { createStorage, type Storage } from '#server/integrations/storage.ts'
import type { House, Rooms } from './house.ts'
import { silentLog } from './silent-log.ts'

/** Whoever only looks is not kept waiting; before the first byte is written or removed it is known whose place this is. */
function onlyIf(claim: () => Promise<unknown>, storage: Storage): Storage {
  return {
    ...storage,
    put: (key, bytes) => claim().then(() => storage.put(key, bytes)),
    remove: (prefix) => claim().then(() => storage.remove(prefix)),
  }
}

/** Opens the database only when a command goes in, and closes what was opened. */
export function openHouse(parts: Omit<House, 'open'>): House & AsyncDisposable {
  const opened = new AsyncDisposableStack()
  let rooms: Promise<Rooms> | undefined

  async function enter(): Promise<Rooms> {
    const database = opened.use(await openDatabase(parts.settings, silentLog, { as: 'visit' }))
    const changes = opened.use(await openChanges(database, silentLog))
    const storage = await createStorage(parts.settings, silentLog)
    const { clock, settings } = parts
    let claimed: Promise<string> | undefined
    const claim = () => (claimed ??= claimStorage({ ...database, storage, clock, log: silentLog }, placeIn(settings)))
    return { database, changes, storage: onlyIf(claim, storage), claim }
  }

  return {
    ...parts,
    open: () => (rooms ??= enter()),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
