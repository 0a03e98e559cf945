import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '#server/common/user-error.ts'

export function makeDataFolder(path: string) {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UserError(
      `DATA_DIR ${path} cannot be written (${codeOf(error)}). Give this user write access, or set DATA_DIR to another folder.`,
      { cause: error },
    )
  }
}

/** Node's recursive mkdir never returns for a path such as /proc, where no folder can be created. */
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
