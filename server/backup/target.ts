import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Settings } from '#server/settings.ts'
import { timeOf } from './schedule.ts'

/** Where backups are, by name. A name appears there once its file is complete. */
export type BackupTarget = {
  names(): Promise<string[]>
  /** Passes `write` a path for the file, then stores the file under its name. `onUpload` gets the share of it that is sent, 0 to 1. */
  store<T>(name: string, write: (file: string) => Promise<T>, onUpload: (share: number) => void): Promise<T>
  /** Passes `read` the path of a file that can be read more than once. */
  fetch<T>(name: string, read: (file: string) => Promise<T>): Promise<T>
  remove(name: string): Promise<void>
  /** Removes what interrupted runs of this installation left. Call it under the lock of runs. */
  sweep(): Promise<void>
}

type Options = { settings: Settings; installation: string; signal: AbortSignal; onProgress(): void }

export const openTarget = async (options: Options): Promise<BackupTarget> =>
  options.settings.backupTo.startsWith('s3://') ? bucketTarget(options) : folderTarget(options)

/** `writeBackup` writes under a temporary name beside it and renames. */
function folderTarget({ settings: { backupTo: folder }, installation }: Options): BackupTarget {
  const names = () => readdir(folder)
  return {
    names,
    store: (name, write) => write(join(folder, name)),
    fetch: (name, read) => read(join(folder, name)),
    remove: (name) => rm(join(folder, name), { force: true }),
    async sweep() {
      for (const name of await names()) {
        const [, whole = ''] = /^(.+)\.unfinished-[\da-f]{8}$/.exec(name) ?? []
        if (timeOf(whole, installation) !== null) await rm(join(folder, name), { force: true })
      }
    },
  }
}

const partBytes = 32 * 1024 * 1024
/** A bucket accepts 10,000 parts of one object. */
export const partBytesOf = (bytes: number): number => Math.max(partBytes, Math.ceil(bytes / 9000))

/** Files pass through a folder in DATA_DIR, so that a slow bucket never delays the transaction that reads the tables. */
async function bucketTarget({ settings, installation, signal, onProgress }: Options): Promise<BackupTarget> {
  const { openBackupBucket } = await import('#server/integrations/storage/backup-bucket.ts')
  const bucket = openBackupBucket(settings)
  const folder = join(settings.dataDir, 'backup-transfer')

  async function passing<T>(name: string, work: (file: string) => Promise<T>): Promise<T> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, name)
    try {
      return await work(file)
    } finally {
      await rm(file, { force: true })
    }
  }

  async function* partsOf(file: string, size: number, onUpload: (share: number) => void): AsyncGenerator<Buffer> {
    const bytesLeast = partBytesOf(size)
    const pieces: Buffer[] = []
    let bytes = 0
    let sent = 0
    for await (const piece of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) {
      pieces.push(piece)
      bytes += piece.length
      sent += piece.length
      onProgress()
      onUpload(sent / size)
      if (bytes >= bytesLeast) yield Buffer.concat(pieces.splice(0), bytes)
      if (pieces.length === 0) bytes = 0
    }
    if (bytes > 0) yield Buffer.concat(pieces, bytes)
  }

  return {
    names: () => bucket.names(),
    store: (name, write, onUpload) =>
      passing(name, async (file) => {
        const written = await write(file)
        const { size } = await stat(file)
        await bucket.upload(name, partsOf(file, size, onUpload), size)
        return written
      }),
    fetch: (name, read) =>
      passing(name, async (file) => {
        await using handle = await open(file, 'wx', 0o600)
        for await (const part of bucket.download(name, partBytes)) {
          signal.throwIfAborted()
          onProgress()
          await handle.write(part)
        }
        return await read(file)
      }),
    remove: (name) => bucket.remove(name),
    async sweep() {
      await rm(folder, { recursive: true, force: true })
      await bucket.abortUploads((name) => timeOf(name, installation) !== null)
    },
  }
}
