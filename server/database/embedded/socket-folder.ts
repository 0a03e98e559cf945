import { chmodSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { UserError } from '#server/common/user-error.ts'
import { handOver, uidOf, type Privilege } from './run-unprivileged.ts'

/** Access to this folder is access to the database, and every user may create folders in the system's temporary one. */
export function makeSocketFolder(folder: string, privilege: Privilege) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    const existing = code === 'EEXIST' ? lstatSync(folder) : null
    const isPrivateFolder = existing?.isDirectory() && [process.getuid?.(), uidOf(privilege)].includes(existing.uid)
    if (!isPrivateFolder) {
      throw new UserError(
        `The database's socket needs the folder ${folder}, which cannot be created (${code}). Remove what is there, or set TMPDIR to a folder that only this user can write to.`,
      )
    }
    chmodSync(folder, 0o700)
  }
  handOver(privilege, [folder])
}

export function removeSocketFolder(folder: string) {
  try {
    rmdirSync(folder)
  } catch {
    // The folder has other files, or was removed already.
  }
}
