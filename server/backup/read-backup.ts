import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { RestoreIssue } from '#contract/restore-choices.ts'
import { propertyOf } from '#common/property-of.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { Manifest, manifestName } from './manifest.ts'
import { RestoreError, WrongPassphraseError } from './restore-error.ts'
import { mark, unseal } from './seal.ts'
import { createTally } from './tally.ts'
import { unpack, type TarEntry } from '#server/integrations/tar.ts'

/** `onProgress` is called while it is read or written; while it is read, with how many bytes of the file were. */
export type BackupFile = { file: string; passphrase: string | null; onProgress?: (bytesRead?: number) => void }

/** Reads a backup to its last byte and returns its manifest, or throws a UserError that says why it cannot be used. */
export async function checkBackup(backup: BackupFile, onEntry: (entry: TarEntry) => void = () => {}): Promise<Manifest> {
  return explainErrors(backup, async () => {
    const tally = createTally()
    let manifest: Manifest | undefined
    let entries = 0
    for await (const entry of entriesOf(backup)) {
      if (manifest) throw new RestoreError('damaged', 'It was changed or damaged after it was made.')
      if (entry.name === manifestName) manifest = parseManifest(entry.body, entries)
      else {
        entries++
        tally.add(entry)
        onEntry(entry)
      }
    }
    if (!manifest) throw new RestoreError('cut-off', 'It ends too early: it was cut off while it was copied or written.')
    tally.compare(manifest)
    return manifest
  })
}

/**
 * The second pass, which loads. It verifies the checksums again, because the file may have been replaced in the meantime. An error of
 * `use` says nothing about the file, unless it is a UserError.
 */
export async function rereadBackup(backup: BackupFile, manifest: Manifest, use: (entry: TarEntry) => Promise<void>): Promise<void> {
  const failures = new Set<unknown>()
  const isOfFile = (error: unknown) => error instanceof UserError || !failures.has(error)
  const work = async () => {
    const tally = createTally()
    for await (const entry of entriesOf(backup)) {
      if (entry.name === manifestName) continue
      tally.add(entry)
      await use(entry).catch((error: unknown) => {
        failures.add(error)
        throw error
      })
    }
    tally.compare(manifest)
  }
  return explainErrors(backup, work, isOfFile)
}

async function* entriesOf({ file, passphrase, onProgress }: BackupFile): AsyncGenerator<TarEntry> {
  const isSealed = await beginsWith(file, mark)
  if (isSealed && passphrase === null)
    throw new WrongPassphraseError('passphrase-missing', 'It is encrypted. Give its passphrase with --passphrase-file FILE.')
  // A stream without an encoding yields buffers.
  const stream = createReadStream(file, { highWaterMark: 256 * 1024 })
  const bytes: AsyncIterable<Buffer> = stream
  const clear = isSealed && passphrase !== null ? unseal(bytes, passphrase) : bytes
  const gunzip = createGunzip()
  const piped = pipeline(Readable.from(clear), gunzip)
  piped.catch(() => {}) // unpack() throws the same error.
  for await (const entry of unpack(gunzip)) {
    onProgress?.(stream.bytesRead)
    yield entry
  }
  await piped
}

async function beginsWith(file: string, bytes: Buffer): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes.length), 0, bytes.length, 0)
  return buffer.subarray(0, bytesRead).equals(bytes)
}

/** Its tables and migrations need less, and each image needs 220 bytes at most. */
const manifestBytes = { most: 4 * 1024 * 1024, ofEntry: 256 }

function parseManifest(body: Buffer, entries: number): Manifest {
  // Parsed, a hostile one would take many times its size of memory.
  if (body.length > manifestBytes.most + manifestBytes.ofEntry * entries)
    throw new RestoreError('damaged', 'Its table of contents is larger than its entries need.')
  const version = (value: unknown) => propertyOf(value, 'formatVersion')
  const value: unknown = JSON.parse(body.toString('utf8'))
  const parsed = Manifest.safeParse(value)
  if (parsed.success) return parsed.data
  if (typeof version(value) === 'number' && version(value) !== 1)
    throw new RestoreError('newer-version', 'It was made by a newer version of Carte. Restore it with that version.')
  throw new RestoreError('damaged', 'Its table of contents cannot be read.')
}

async function explainErrors<T>(
  { file }: BackupFile,
  work: () => Promise<T>,
  isOfFile: (error: unknown) => boolean = () => true,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = isOfFile(error) ? reasonOf(error) : null
    if (reason === null) throw error
    throw new RestoreError(issueOf(error), `The backup ${file} cannot be used. ${reason}`, { cause: error })
  }
}

function issueOf(error: unknown): RestoreIssue {
  if (error instanceof RestoreError) return error.issue
  const code = codeOf(error)
  if (code === 'Z_BUF_ERROR') return 'cut-off'
  if (code === 'ENOENT') return 'elsewhere'
  return error instanceof UserError || error instanceof SyntaxError || code === 'Z_DATA_ERROR' ? 'damaged' : 'failed'
}

function reasonOf(error: unknown): string | null {
  if (error instanceof UserError) return error.message
  const code = codeOf(error)
  if (code === 'ENOENT') return 'There is no such file.'
  if (code === 'EACCES' || code === 'EPERM') return 'You do not have permission to read it.'
  if (code === 'EISDIR') return 'It is a folder.'
  if (code === 'Z_BUF_ERROR') return 'It ends too early: it was cut off while it was copied or written.'
  if (code === 'Z_DATA_ERROR') return 'It is not a Carte backup, or it was changed or damaged after it was made.'
  if (error instanceof SyntaxError) return 'Its table of contents cannot be read.'
  return null
}
