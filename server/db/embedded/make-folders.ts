import { accessSync, chmodSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { Refusal } from '#server/refusal.ts'
import type { Places } from './places.ts'
import { handOver, uidOf, type Privilege } from './run-unprivileged.ts'

export function makeFolders({ dir, socketDir }: Places, privilege: Privilege) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    accessSync(dir, constants.W_OK)
  } catch (error) {
    throw new Refusal(`DATA_DIR ${dir} cannot be written (${codeOf(error)}). Give this user the folder, or set DATA_DIR to another.`)
  }
  makeSocketFolder(socketDir, privilege)
  handOver(privilege, [dir, socketDir])
}

/** Whoever enters this folder enters the database, and everybody may make folders in the system's temporary one. */
function makeSocketFolder(folder: string, privilege: Privilege) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const there = codeOf(error) === 'EEXIST' ? lstatSync(folder) : null
    const isOurs = there?.isDirectory() && [process.getuid?.(), uidOf(privilege)].includes(there.uid)
    if (!isOurs) {
      throw new Refusal(
        `The database's socket needs the folder ${folder}, and it cannot be had (${codeOf(error)}). Remove what is there, or set TMPDIR to a folder of this user's own.`,
      )
    }
    chmodSync(folder, 0o700)
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
