import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Where the bytes of pictures live. A key is a path of plain words: `SUBJECT/KIND/REVISION/…`. */
export type Storage = {
  put(key: string, bytes: Uint8Array): Promise<void>
  get(key: string): Promise<Buffer | null>
  /** Everything below a prefix that ends with a slash. */
  remove(prefix: string): Promise<void>
  list(): Promise<string[]>
  /** The folders right below a prefix, one after the other, and when something was last put right into each. */
  folders(prefix: string): AsyncIterable<{ name: string; changedAt: Date }>
}

/** A folder of this machine. What `put` has answered is on the disk. */
export function createDiskStorage(dataDir: string): Storage {
  const root = join(dataDir, 'pictures')
  const pathOf = (key: string) => join(root, plainWords(key))

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const unfinished = join(folder, `.${randomBytes(6).toString('hex')}`)
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      } finally {
        await file.close()
      }
      // Renamed when it is whole: a reader sees the old picture or the new one, never half of one.
      await rename(unfinished, path)
      await syncFolder(folder)
    },
    get: (key) => readFile(pathOf(key)).catch(nothingIfMissing),
    remove: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    async list() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(nothingIfMissing)
      return (entries ?? [])
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort()
    },
    async *folders(prefix) {
      const path = prefix === '' ? root : pathOf(prefix)
      const entries = await opendir(path).catch(nothingIfMissing)
      for await (const entry of entries ?? []) {
        const found = entry.isDirectory() ? await stat(join(path, entry.name)).catch(nothingIfMissing) : null
        if (found) yield { name: entry.name, changedAt: found.mtime }
      }
    },
  }
}

function plainWords(key: string): string {
  if (!/^[\w-][\w.-]*(\/[\w-][\w.-]*)*\/?$/.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

function nothingIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
