import { sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Db } from '#server/database/database.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { copyOut, readTableShapes, usePlainForms } from './copy-tables.ts'
import { type Manifest, manifestName } from './manifest.ts'
import { checkBackup, type BackupFile } from './read-backup.ts'
import { seal } from './seal.ts'
import { type Entry, packEnd, packEntry } from '#server/integrations/tar.ts'
import { picturesOf } from './pictures.ts'
import { pictureEntry, tablePart } from './tally.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

type Needs = { database: Pick<Database, 'db'>; storage: Storage; clock: Clock; productVersion: string; signal: AbortSignal }

type WrittenBackup = {
  manifest: Manifest
  bytes: number
  /** Pictures that rows name and the storage does not have: told, because the backup goes on without them. */
  missingPictures: string[]
}

/**
 * One file holding everything: written beside its place, read back and compared, and only then given its name.
 * Tables are read in one snapshot while the server goes on writing.
 */
export async function writeBackup(needs: Needs, { file, passphrase }: BackupFile): Promise<WrittenBackup> {
  if (existsSync(file)) throw new Refusal(`${file} exists already, and a backup never overwrites anything. Choose another name.`)
  const unfinished = `${file}.unfinished-${randomBytes(4).toString('hex')}`
  const missingPictures: string[] = []
  try {
    const gather = { ...needs, tellMissing: (key: string) => void missingPictures.push(key) }
    const write = () => writeUnfinished(gather, { file: unfinished, passphrase })
    const manifest = await blockRemovals(needs.database.db, needs.signal, write)
    const found = await checkBackup({ file: unfinished, passphrase })
    if (JSON.stringify(found) !== JSON.stringify(manifest))
      throw new Refusal(`What was written to ${file} reads differently. It was removed.`)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return { manifest, bytes: (await stat(file)).size, missingPictures }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw inWords(error, file)
  }
}

async function writeUnfinished(needs: Needs & GatherNeeds, { file, passphrase }: BackupFile): Promise<Manifest> {
  let tries = 0
  return needs.database.db.transaction(
    async (tx) => {
      // A first try finds nothing of its own there; what lies there is somebody else's.
      if (tries++ > 0) await rm(file, { force: true })
      await usePlainForms(tx)
      let manifest: Manifest | undefined
      const clear = pack(tx, needs, (made) => (manifest = made))
      const zip = createGzip({ level: 4 })
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
      const { signal } = needs
      if (passphrase === null) await pipeline(Readable.from(clear), zip, target, { signal })
      else await pipeline(Readable.from(clear), zip, (zipped: AsyncIterable<Buffer>) => seal(zipped, passphrase), target, { signal })
      if (!manifest) throw new Error('a backup ended without its manifest')
      return manifest
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* pack(tx: Db, needs: GatherNeeds, tell: (manifest: Manifest) => void): AsyncGenerator<Buffer> {
  const entries = gatherEntries(tx, needs)
  const at = needs.clock.now()
  let entry = await entries.next()
  for (; !entry.done; entry = await entries.next()) for (const bytes of packEntry(entry.value, at)) yield bytes
  tell(entry.value)
  yield packEnd()
}

async function syncFolder(folder: string) {
  await using handle = await open(folder)
  await handle.sync()
}

function inWords(error: unknown, file: string): unknown {
  const code = codeOf(error)
  const say = (reason: string) => new Refusal(`${reason} No backup was made.`, { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return say(`The disk that should hold ${file} is full. Make room or choose another place.`)
  if (code === 'ENOENT' || code === 'ENOTDIR') return say(`There is no folder ${dirname(file)}.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return say(`This user may not write in ${dirname(file)} (${code}).`)
  if (code === 'EIO') return say(`The disk that should hold ${file} does not take it (${code}).`)
  if (code === 'ABORT_ERR') return say('Stopped.')
  return error
}

type GatherNeeds = { storage: Storage; clock: Clock; productVersion: string; tellMissing(key: string): void }

/** Everything a backup holds, in order; the manifest, which sums it up, comes last and is handed back too. */
async function* gatherEntries(tx: Db, { storage, clock, productVersion, tellMissing }: GatherNeeds): AsyncGenerator<Entry, Manifest> {
  const facts = await readFacts(tx)
  const tables: Manifest['tables'] = []
  for (const shape of [...(await readTableShapes(tx)), ...(await readWaitingJobs(tx))]) {
    const parts = copyOut(tx, shape)
    let number = 0
    let part = await parts.next()
    for (; !part.done; part = await parts.next()) yield { name: tablePart(shape.name, ++number), body: part.value }
    tables.push(part.value)
  }

  const pictures: Manifest['pictures'] = []
  for await (const { key, body } of picturesOf(tx, storage, tellMissing)) {
    yield { name: pictureEntry(key), body }
    pictures.push({ key, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
  }

  const madeAt = clock.now().toISOString()
  const manifest: Manifest = { kind: 'carte-backup', formatVersion: 1, productVersion, madeAt, ...facts, tables, pictures }
  yield { name: manifestName, body: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
  return manifest
}

async function readFacts(tx: Db): Promise<Pick<Manifest, 'postgres' | 'migrations'>> {
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const { rows: migrations } = await tx.execute<Manifest['migrations'][number]>(
    sql`select name, sum from migration order by name collate "C"`,
  )
  return { postgres: rows[0]?.version ?? '', migrations }
}
