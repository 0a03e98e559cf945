import { randomUUID } from 'node:crypto'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import { describeStorage, type Storage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import type { Settings } from '#server/settings.ts'
import type { Db } from './database.ts'
import type { WorkLocks } from './work-locks.ts'
import { readInstallation, writeInstallation } from './installation.ts'

type Owned = { db: Db; storage: Pick<Storage, 'owner' | 'own'> }
type Deps = Owned & { workLocks: WorkLocks; clock: Clock; log: Log }
/** `isOfDatabase`: a folder beside the embedded database moves with it, and belongs to it alone. */
type Place = { words: string; isOfDatabase: boolean }

export const placeIn = (settings: Settings): Place => ({
  words: describeStorage(settings),
  isOfDatabase: settings.databaseUrl === null && settings.storage === 'disk',
})

const hint = 'The last server of this database had its pictures elsewhere. Servers that run together must share one place.'

/**
 * Pictures belong to one installation, whose name is stored with them and in the database. The server refuses to start on another's
 * pictures, since each would sweep what only the other knows. A storage without a name is claimed: it is new, or of an early release.
 */
export function claimStorage(deps: Deps, place: Place): Promise<string> {
  // Two servers that start together on an empty storage both get the first one's name.
  return deps.workLocks.exclusive('pictures-place', () => claim(deps, place))
}

async function claim({ db, storage, clock, log }: Deps, { words, isOfDatabase }: Place): Promise<string> {
  const [here, known] = [await storage.owner(), await readName(db)]
  if (here !== null && here === known) return here
  if (here !== null && !isOfDatabase && !isSameInstallation(here, known)) throw foreignStorageError(words)
  if (known !== null) log.warn('picture-folder-changed', { place: words, hint })
  if (here !== null) return name(db, here, clock)
  const ownName = known === null ? newName() : placeOf(known)
  await storage.own(ownName)
  // Another installation may have claimed it at the same moment.
  if ((await storage.owner()) !== ownName) throw foreignStorageError(words)
  return name(db, ownName, clock)
}

/** Takes a storage over on purpose: its former installation is refused from now on, and sweeps nothing. */
export async function takeOverStorage({ db, storage, clock }: Owned & { clock: Clock }): Promise<void> {
  const taken = newName()
  await name(db, taken, clock)
  await storage.own(taken)
}

/** Checked before every sweep: the storage may have been taken over in the meantime. */
export async function ownsStorage({ db, storage }: Owned): Promise<boolean> {
  return (await storage.owner()) === (await readName(db))
}

export async function readName(db: Db): Promise<string | null> {
  const known = await readInstallation(db, 'pictures')
  return typeof known === 'string' ? known : null
}

/** Restored pictures keep the name of where they came from. */
export async function writeName(tx: Db, name: string, now: Date): Promise<void> {
  await writeInstallation(tx, 'pictures', name, now)
}

/** INSTALLATION/PLACE; one word in an earlier release. */
const newName = () => `${randomUUID()}/${randomUUID()}`
const isSameInstallation = (one: string, other: string | null) => one.split('/')[0] === other?.split('/')[0]
/** The same installation at another place. */
const placeOf = (known: string) => `${known.split('/')[0]}/${randomUUID()}`

async function name(db: Db, word: string, clock: Clock): Promise<string> {
  await writeName(db, word, clock.now())
  return word
}

const foreignStorageError = (words: string) =>
  new UserError(
    `The images in ${words} belong to another installation. Set STORAGE, STORAGE_BUCKET, STORAGE_PREFIX or DATA_DIR to another place; or, if that installation is gone for good, take over its images: npm run carte -- storage take-over --yes`,
  )
