import { chmodSync, lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { Refusal } from '#server/refusal.ts'
import { handOver, uidOf, type Privilege } from './run-unprivileged.ts'

/** Whoever enters this folder enters the database, and everybody may make folders in the system's temporary one. */
export function makeSocketFolder(folder: string, privilege: Privilege) {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    const there = code === 'EEXIST' ? lstatSync(folder) : null
    const isOurs = there?.isDirectory() && [process.getuid?.(), uidOf(privilege)].includes(there.uid)
    if (!isOurs) {
      throw new Refusal(
        `The database's socket needs the folder ${folder}, and it cannot be had (${code}). Remove what is there, or set TMPDIR to a folder of this user's own.`,
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
    // Somebody has put something there, or was tidier than we are.
  }
}
