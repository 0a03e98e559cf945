import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nothingIfMissing } from '#server/common/nothing-if-missing.ts'
import { fullCodes, StorageUnavailableError } from '../storage-error.ts'
import type { Storage } from '../storage.ts'
import { validateKey } from './validate-key.ts'

const dayMs = 86_400_000
/** Begins with a dot like temporary files, so it is never listed. */
const ownerFile = '.name'

/** A folder on this machine. Once `put` resolves, the picture is flushed to disk. */
export function createDiskStorage(dataDir: string): Storage {
  const root = join(dataDir, 'pictures')
  const pathOf = (key: string) => join(root, validateKey(key))

  const folderOf = (prefix: string) => (prefix === '' ? root : pathOf(prefix))

  async function* walk(path: string): AsyncGenerator<string> {
    const entries = await opendir(path).catch(nothingIfMissing)
    for await (const entry of entries ?? []) {
      const below = join(path, entry.name)
      if (entry.isDirectory()) yield* walk(below)
      else if (entry.isFile()) yield below.slice(root.length + 1)
    }
  }

  return {
    put: (key, bytes) => writeAtomically(pathOf(key), bytes).catch(unavailableIfFull),
    get: (key) => readFile(pathOf(key)).catch(nothingIfMissing),
    has: async (key) => (await stat(pathOf(key)).catch(nothingIfMissing))?.isFile() ?? false,
    remove: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    async *keys(prefix = '') {
      for await (const key of walk(folderOf(prefix))) if (!isPartial(key)) yield key
    },
    async *files(prefix) {
      for await (const key of walk(folderOf(prefix))) {
        const found = await stat(join(root, key)).catch(nothingIfMissing)
        if (found && !isPartial(key)) yield { key, changedAt: found.mtime }
        // Left by a stop during a write.
        else if (found && key !== ownerFile && found.mtimeMs < Date.now() - dayMs) await rm(join(root, key), { force: true })
      }
    },
    owner: () => readFile(join(root, ownerFile), 'utf8').catch(nothingIfMissing),
    own: (name) => writeAtomically(join(root, ownerFile), Buffer.from(name)).catch(unavailableIfFull),
    reach: async () => {},
    isAway: () => false,
  }
}

const isPartial = (key: string) => basename(key).startsWith('.')

/** Writes a temporary file and renames it, so that readers see the old picture or the new one, never a partial one. */
async function writeAtomically(path: string, bytes: Uint8Array) {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  const partial = join(folder, `.${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(partial, bytes, { flag: 'wx', mode: 0o600, flush: true })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await flushFolder(folder)
  // Flushes each parent of a new folder, up to the first that existed.
  for (let below = folder; made && below.length >= made.length; below = dirname(below)) await flushFolder(dirname(below))
}

async function flushFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

function unavailableIfFull(error: NodeJS.ErrnoException): never {
  if (error.code && fullCodes.has(error.code))
    throw new StorageUnavailableError(error.code, 'the disk is full or read-only', { cause: error })
  throw error
}
