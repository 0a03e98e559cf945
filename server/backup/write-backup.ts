import { sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { BackupProgress } from '#contract/admin/backup-choices.ts'
import type { Database, Db } from '#server/database/database.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { startOnAllNodes } from './cluster-snapshot.ts'
import { copyOut, readTableBytes, readTableShapes, usePlainForms } from './copy-tables.ts'
import { type Manifest, manifestName } from './manifest.ts'
import { checkBackup, type BackupFile } from './read-backup.ts'
import { seal } from './seal.ts'
import { type TarEntry, packEnd, packEntry } from '#server/integrations/tar.ts'
import { listPictures, readPictureBytes, readPictures } from './backup-pictures.ts'
import { plainSqlName, renderPlainSql } from './plain-sql.ts'
import { pictureEntry, tablePart } from './tally.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

type Deps = {
  database: Pick<Database, 'db' | 'isCluster'>
  storage: Storage | null
  clock: Clock
  productVersion: string
  signal: AbortSignal
  /** It has to wait for another backup, a restore, or a removal of images. */
  onWait?: () => void
  onStep?: (progress: BackupProgress) => void
}

type WrittenBackup = {
  manifest: Manifest
  bytes: number
  /** Pictures that rows name and the storage does not have. The backup is made without them. */
  missingPictures: string[]
}

/**
 * Writes everything into one file: under a temporary name first, then read back, compared and renamed.
 * Tables are read in one snapshot while the server keeps writing. Without a storage, images are left out.
 */
export async function writeBackup(deps: Deps, { file, passphrase, onProgress }: BackupFile): Promise<WrittenBackup> {
  if (existsSync(file)) throw new UserError(`${file} already exists, and a backup never overwrites a file. Choose another name.`)
  const unfinished = `${file}.unfinished-${randomBytes(4).toString('hex')}`
  const missingPictures: string[] = []
  let written: BackupProgress = { step: 'database', share: 0, databaseBytes: 0, images: 0, imagesTotal: 0 }
  // The file is written, then read back, which takes about as long.
  const onStep = (progress: BackupProgress) => deps.onStep?.((written = { ...progress, share: progress.share / 2 }))
  try {
    const gather = { ...deps, onStep, reportMissing: (key: string) => void missingPictures.push(key) }
    const write = () => writeUnfinished(gather, { file: unfinished, passphrase, onProgress })
    // Removals are of images.
    const manifest = await (deps.storage ? blockRemovals(deps.database.db, deps, write) : write())
    const { size } = await stat(unfinished)
    const onRead = (bytesRead = 0) => {
      onProgress?.(bytesRead)
      deps.onStep?.({ ...written, step: 'check', share: (1 + bytesRead / size) / 2 })
    }
    const found = await checkBackup({ file: unfinished, passphrase, onProgress: onRead })
    if (JSON.stringify(found) !== JSON.stringify(manifest))
      throw new UserError(`Reading ${file} back gave different data than was written. The file was removed.`)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return { manifest, bytes: (await stat(file)).size, missingPictures }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw explain(error, file)
  }
}

/** The transaction ends once tables and image names are read: images are copied for hours, and it would block migrations and vacuum. */
async function writeUnfinished(deps: Deps & GatherDeps, { file, passphrase, onProgress }: BackupFile): Promise<Manifest> {
  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  let tries = 0
  const tableBytes = await readTableBytes(deps.database)
  try {
    const { writing } = await deps.database.db.transaction(
      async (tx) => {
        // Only a retry of this transaction may remove the file: on the first try it belongs to another process.
        if (tries++ > 0) await rm(file, { force: true })
        await usePlainForms(tx)
        if (deps.database.isCluster) await startOnAllNodes(deps.database.db, tx)
        const snapshot = Promise.withResolvers<void>()
        const entries = gatherEntries(tx, { ...deps, tableBytes, signal }, snapshot.resolve)
        const started = { writing: writeArchive(entries, { file, passphrase, onProgress }, deps.clock.now(), signal) }
        await unlessAborted(Promise.race([snapshot.promise, started.writing]), signal)
        return started
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    return await unlessAborted(writing, signal)
  } finally {
    stop.abort()
  }
}

async function writeArchive(
  entries: AsyncGenerator<TarEntry, Manifest>,
  { file, passphrase, onProgress }: BackupFile,
  at: Date,
  signal: AbortSignal,
): Promise<Manifest> {
  let manifest: Manifest | undefined
  const clear = Readable.from(pack(entries, { at, onProgress, onManifest: (made) => (manifest = made) }))
  const zip = createGzip({ level: 4 })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await (passphrase === null
    ? pipeline(clear, zip, target, { signal })
    : pipeline(clear, zip, (zipped: AsyncIterable<Buffer>) => seal(zipped, passphrase), target, { signal }))
  if (!manifest) throw new Error('a backup ended without its manifest')
  return manifest
}

/** A disk or a storage that no longer answers ends no stream, and this transaction must end all the same. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(new DOMException('aborted', 'AbortError'))
  signal.addEventListener('abort', onAbort)
  work.catch(() => {})
  try {
    if (signal.aborted) onAbort()
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

async function* pack(
  entries: AsyncGenerator<TarEntry, Manifest>,
  { at, onProgress, onManifest }: { at: Date; onProgress: (() => void) | undefined; onManifest(manifest: Manifest): void },
): AsyncGenerator<Buffer> {
  let entry = await entries.next()
  for (; !entry.done; entry = await entries.next()) {
    onProgress?.()
    for (const bytes of packEntry(entry.value, at)) yield bytes
  }
  onManifest(entry.value)
  yield packEnd()
}

async function syncFolder(folder: string) {
  await using handle = await open(folder)
  await handle.sync()
}

function explain(error: unknown, file: string): unknown {
  const code = codeOf(error)
  const userError = (reason: string) => new UserError(`${reason} No backup was made.`, { cause: error })
  if (code === 'ENOSPC' || code === 'EDQUOT') return userError(`The disk of ${file} is full. Free some space or choose another place.`)
  if (code === 'ENOENT' || code === 'ENOTDIR') return userError(`There is no folder ${dirname(file)}.`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return userError(`You do not have permission to write in ${dirname(file)} (${code}).`)
  if (code === 'EIO') return userError(`Writing ${file} failed: the disk reported an error (${code}).`)
  if (code === 'ABORT_ERR') return userError('Stopped.')
  return error
}

type GatherDeps = Omit<Deps, 'database'> & { reportMissing(key: string): void }
type TableBytes = ReadonlyMap<string, number>

/** All entries of a backup in order. The manifest comes last and is also the return value. After `onSnapshotRead`, `tx` isn't used. */
async function* gatherEntries(
  tx: Db,
  { storage, clock, productVersion, reportMissing, tableBytes, signal, onStep }: GatherDeps & { tableBytes: TableBytes },
  onSnapshotRead: () => void,
): AsyncGenerator<TarEntry, Manifest> {
  const facts = await readDatabaseInfo(tx)
  const keys = storage ? await listPictures(tx) : []
  const progress = await startProgress(tx, { tableBytes, imagesTotal: keys.length, onStep })
  const copied: Parameters<typeof renderPlainSql>[0][number][] = []
  for (const shape of [...(await readTableShapes(tx)), ...(await readWaitingJobs(tx))]) {
    const parts = copyOut(tx, shape)
    let number = 0
    let part = await parts.next()
    for (; !part.done; part = await parts.next()) {
      progress.addRows(shape.name, part.value.length)
      yield { name: tablePart(shape.name, ++number), body: part.value }
    }
    progress.endTable(shape.name)
    copied.push({ shape, summary: part.value })
  }
  // One without images is made before a migration: the previous version restores it, and may not know this entry.
  if (storage) yield { name: plainSqlName, body: Buffer.from(renderPlainSql(copied)) }

  onSnapshotRead()
  progress.endTables()
  const pictures: Manifest['pictures'] = []
  for await (const { key, body } of storage ? readPictures({ storage, reportMissing, signal }, keys) : []) {
    progress.addImage()
    yield { name: pictureEntry(key), body }
    pictures.push({ key, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
  }

  const tables = copied.map(({ summary }) => summary)
  const madeAt = clock.now().toISOString()
  const manifest: Manifest = { kind: 'carte-backup', formatVersion: 1, productVersion, madeAt, ...facts, tables, pictures }
  yield { name: manifestName, body: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
  return manifest
}

/** Counts what is written. Rows as text differ in size from a table on disk, so each table counts as what it takes there. */
async function startProgress(
  tx: Db,
  { tableBytes, imagesTotal, onStep }: Pick<Deps, 'onStep'> & { tableBytes: TableBytes; imagesTotal: number },
) {
  const imageBytes = imagesTotal > 0 ? await readPictureBytes(tx) : 0
  const tablesTotal = [...tableBytes.values()].reduce((sum, bytes) => sum + bytes, 0)
  const total = Math.max(tablesTotal + imageBytes, 1)
  const counts = { databaseBytes: 0, images: 0, imagesTotal }
  let [tablesDone, inTable] = [0, 0]
  const report = (step: 'database' | 'images') => {
    const done = step === 'database' ? tablesDone + inTable : tablesTotal + (imageBytes * counts.images) / Math.max(imagesTotal, 1)
    onStep?.({ step, share: Math.min(done / total, 1), ...counts })
  }
  report('database')
  return {
    addRows(table: string, bytes: number) {
      counts.databaseBytes += bytes
      inTable = Math.min(inTable + bytes, tableBytes.get(table) ?? 0)
      report('database')
    },
    endTable(table: string) {
      tablesDone += tableBytes.get(table) ?? 0
      inTable = 0
    },
    endTables: () => report('images'),
    addImage() {
      counts.images++
      report('images')
    },
  }
}

async function readDatabaseInfo(tx: Db): Promise<Pick<Manifest, 'postgres' | 'migrations'>> {
  const { rows } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const { rows: migrations } = await tx.execute<Manifest['migrations'][number]>(
    sql`select name, sum from migration order by name collate "C"`,
  )
  return { postgres: rows[0]?.version ?? '', migrations }
}
