import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { Database, Db } from '#server/db/database.ts'
import type { Clock } from '#server/outside/clock.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { copyOut, usePlainForms } from './copy-out.ts'
import { manifestName, type Manifest } from './manifest.ts'
import { checkBackup, type BackupFile } from './read-backup.ts'
import { seal } from './seal.ts'
import { readTableShapes } from './table-shapes.ts'
import { pictureEntry, tablePart } from './tally.ts'
import { packEnd, packEntry, type Entry } from './tar.ts'

export type PictureFile = { key: string; type: string; body: Buffer }

type Needs = {
  database: Pick<Database, 'db'>
  /** The pictures the cards of this snapshot show; one that is gone is named, and the backup goes on without it. */
  picturesOf(tx: Db): AsyncIterable<PictureFile>
  clock: Clock
  productVersion: string
  signal: AbortSignal
}

/**
 * One file holding everything: written beside its place, read back and compared, and only then given its name.
 * Tables are read in one snapshot while the server goes on writing.
 */
export async function writeBackup(needs: Needs, { file, passphrase }: BackupFile): Promise<{ manifest: Manifest; bytes: number }> {
  if (existsSync(file)) throw new Refusal(`${file} exists already, and a backup never overwrites anything. Choose another name.`)
  const unfinished = `${file}.unfinished-${randomBytes(4).toString('hex')}`
  try {
    const promised = await writeFile(needs, { file: unfinished, passphrase })
    const found = await checkBackup({ file: unfinished, passphrase })
    if (JSON.stringify(found) !== JSON.stringify(promised))
      throw new Refusal(`What was written to ${file} could not be read back. Nothing was kept.`)
    await rename(unfinished, file)
    await syncFolder(dirname(file))
    return { manifest: promised, bytes: (await stat(file)).size }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw inWords(error, file)
  }
}

async function writeFile(needs: Needs, { file, passphrase }: BackupFile): Promise<Manifest> {
  return needs.database.db.transaction(
    async (tx) => {
      await usePlainForms(tx)
      let manifest: Manifest | undefined
      const clear = pack(
        entriesOf(tx, needs, (made) => (manifest = made)),
        needs.clock.now(),
      )
      const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
      const zip = createGzip({ level: 4 })
      if (passphrase === null) await pipeline(Readable.from(clear), zip, target, { signal: needs.signal })
      else
        await pipeline(Readable.from(clear), zip, (bytes: AsyncIterable<Buffer>) => seal(bytes, passphrase), target, {
          signal: needs.signal,
        })
      if (!manifest) throw new Error('a backup ended without its manifest')
      return manifest
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function* entriesOf(tx: Db, { picturesOf, clock, productVersion }: Needs, tell: (manifest: Manifest) => void): AsyncGenerator<Entry> {
  const { rows: server } = await tx.execute<{ version: string }>(sql`select current_setting('server_version') as version`)
  const { rows: migrations } = await tx.execute<{ name: string; sum: string }>(
    sql`select name, sum from migration order by name collate "C"`,
  )
  const tables: Manifest['tables'] = []
  for (const shape of await readTableShapes(tx)) {
    const parts = copyOut(tx, shape)
    let number = 0
    for (let next = await parts.next(); ; next = await parts.next()) {
      if (next.done) {
        tables.push(next.value)
        break
      }
      yield { name: tablePart(shape.name, ++number), body: next.value }
    }
  }

  const pictures: Manifest['pictures'] = []
  for await (const { key, type, body } of picturesOf(tx)) {
    yield { name: pictureEntry(key), body }
    pictures.push({ key, type, bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') })
  }

  const manifest: Manifest = {
    kind: 'carte-backup',
    formatVersion: 1,
    productVersion,
    madeAt: clock.now().toISOString(),
    postgres: server[0]?.version ?? '',
    migrations,
    tables,
    pictures,
  }
  tell(manifest)
  yield { name: manifestName, body: Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`) }
}

async function* pack(entries: AsyncIterable<Entry>, at: Date): AsyncGenerator<Buffer> {
  for await (const entry of entries) yield* packEntry(entry, at)
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
