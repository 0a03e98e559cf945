import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '#server/refusal.ts'

export function makeDataFolder(path: string) {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new Refusal(`DATA_DIR ${path} cannot be written (${codeOf(error)}). Give this user the folder, or set DATA_DIR to another.`)
  }
}

/** Node's own recursive mkdir never comes back from a place like /proc, where nothing can be made. */
function makeFolder(path: string) {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path && !statSync(dirname(path), { throwIfNoEntry: false })) {
      makeFolder(dirname(path))
      mkdirSync(path, { mode: 0o700 })
    } else if (codeOf(error) !== 'EEXIST' || !statSync(path).isDirectory()) {
      throw error
    }
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
