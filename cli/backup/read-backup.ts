import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../code-of.ts'
import { Manifest, manifestName } from './manifest.ts'
import { mark, unseal } from './seal.ts'
import { createTally } from './tally.ts'
import { unpack, type Entry } from '#server/integrations/tar.ts'

export type BackupFile = { file: string; passphrase: string | null }

/** Reads a backup to its last byte and hands back its manifest, or refuses it in words. Nothing else is touched. */
export async function checkBackup(backup: BackupFile, onEntry: (entry: Entry) => void = () => {}): Promise<Manifest> {
  return inWords(backup, async () => {
    const tally = createTally()
    let manifest: Manifest | undefined
    for await (const entry of entriesOf(backup)) {
      if (manifest) throw new Refusal('It was changed or damaged since it was made.')
      if (entry.name === manifestName) manifest = parseManifest(entry.body)
      else {
        tally.add(entry)
        onEntry(entry)
      }
    }
    if (!manifest) throw new Refusal('It ends too early: it was cut off while it was copied or written.')
    tally.compare(manifest)
    return manifest
  })
}

/** The same bytes once more, for loading: the sums are taken again, because the file may have been exchanged meanwhile. */
export async function rereadBackup(backup: BackupFile, manifest: Manifest, use: (entry: Entry) => Promise<void>): Promise<void> {
  return inWords(backup, async () => {
    const tally = createTally()
    for await (const entry of entriesOf(backup)) {
      if (entry.name === manifestName) continue
      tally.add(entry)
      await use(entry)
    }
    tally.compare(manifest)
  })
}

async function* entriesOf({ file, passphrase }: BackupFile): AsyncGenerator<Entry> {
  const isSealed = await beginsWith(file, mark)
  if (isSealed && passphrase === null) throw new Refusal('It is encrypted: say where the passphrase is with --passphrase-file FILE.')
  // A reader without an encoding hands out buffers.
  const bytes: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 256 * 1024 })
  const clear = isSealed && passphrase !== null ? unseal(bytes, passphrase) : bytes
  const gunzip = createGunzip()
  const piped = pipeline(Readable.from(clear), gunzip)
  piped.catch(() => {}) // The reading below meets the same error.
  yield* unpack(gunzip)
  await piped
}

async function beginsWith(file: string, bytes: Buffer): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
  return buffer.subarray(0, bytesRead).equals(bytes)
}

function parseManifest(body: Buffer): Manifest {
  const version = (value: unknown) =>
    typeof value === 'object' && value !== null && 'formatVersion' in value ? value.formatVersion : undefined
  const value: unknown = JSON.parse(body.toString('utf8'))
  const parsed = Manifest.safeParse(value)
  if (parsed.success) return parsed.data
  if (typeof version(value) === 'number' && version(value) !== 1) throw new Refusal('A newer Carte made it. Restore it with that version.')
  throw new Refusal('Its list of contents cannot be read.')
}

async function inWords<T>({ file }: BackupFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    throw new Refusal(`The backup ${file} cannot be used. ${reason}`, { cause: error })
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message
  const code = codeOf(error)
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EACCES' || code === 'EPERM') return 'This user may not read it.'
  if (code === 'EISDIR') return 'It is a folder.'
  if (code === 'Z_BUF_ERROR') return 'It ends too early: it was cut off while it was copied or written.'
  if (code === 'Z_DATA_ERROR') return 'It is no backup of Carte, or it was changed or damaged since it was made.'
  if (error instanceof SyntaxError) return 'Its list of contents cannot be read.'
  return null
}
