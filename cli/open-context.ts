import { openChanges } from '#server/database/changes/changes.ts'
import { backUpBeforeMigrating } from '#server/backup/back-up-before-migrating.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { findIdleFolder, refuseMissingDatabase } from '#server/database/embedded/refuse-lost-database.ts'
import { claimStorage, placeIn } from '#server/database/storage-owner.ts'
import { systemDns, type Dns } from '#server/integrations/guard/dns.ts'
import type { Log } from '#server/integrations/log.ts'
import { createStorage, type Storage } from '#server/integrations/storage.ts'
import { openLiveSettings } from '#server/settings/live-settings.ts'
import { UserError } from '#server/common/user-error.ts'
import type { CommandContext, OpenOptions, Resources } from './command.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

/** Claims the storage before the first write or removal. A command that only reads does not wait for the claim. */
function claimBeforeWrites(claim: () => Promise<unknown>, storage: Storage): Storage {
  return {
    ...storage,
    put: (key, bytes) => claim().then(() => storage.put(key, bytes)),
    remove: (prefix) => claim().then(() => storage.remove(prefix)),
  }
}

/** Opens the database when a command first asks for it, and closes it with the context. */
export function openContext(parts: Omit<CommandContext, 'open' | 'dns' | 'idleFolder'> & { dns?: Dns }): CommandContext & AsyncDisposable {
  const opened = new AsyncDisposableStack()
  let resources: Promise<Resources> | undefined
  let idleFolder: string | null = null

  async function openResources({ onlyFirst = false, isNew = false }: OpenOptions = {}): Promise<Resources> {
    if (!isNew) {
      refuseMissingDatabase(parts.settings)
      idleFolder = findIdleFolder(parts.settings)
    }
    const info: Log['info'] = (_, { file } = {}) => parts.terminal.printNote(`Backing up before migrating: ${String(file)}`)
    const migrating = { backUp: backUpBeforeMigrating(parts.settings, { ...silentLog, info }), onlyFirst }
    const database = opened.use(await openDatabase(parts.settings, silentLog, { as: 'visit', migrating }))
    await completeSettings(database)
    const changes = opened.use(await openChanges(database, silentLog))
    const storage = await createStorage(parts.settings, silentLog)
    const { clock, settings } = parts
    let claimed: Promise<string> | undefined
    const claim = () => (claimed ??= claimStorage({ ...database, storage, clock, log: silentLog }, placeIn(settings)))
    return { database, changes, storage: claimBeforeWrites(claim, storage), claim }
  }

  /** A contradiction must not keep the command that solves it from running. */
  async function completeSettings({ db }: Database) {
    const { settings, environment, clock, terminal } = parts
    await openLiveSettings(settings, environment, { db, clock, log: silentLog }).catch((error: unknown) => {
      if (!(error instanceof UserError)) throw error
      terminal.printNote(error.message)
    })
  }

  return {
    dns: systemDns,
    ...parts,
    get idleFolder() {
      return idleFolder
    },
    open: (options) => (resources ??= openResources(options)),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
