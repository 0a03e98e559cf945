import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

const nobody = 65534
const intoUserNamespace = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`]

type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

/** How postgres may run, which refuses root and a user without a passwd entry. */
export type Privilege = 'plain' | 'user-namespace' | 'other-user'

export function choosePrivilege(cluster?: string): Privilege {
  if (process.platform !== 'linux') return 'plain'
  const isRoot = process.getuid?.() === 0
  // Made so once, it stays so: the files are theirs.
  if (isRoot && cluster && statSync(cluster, { throwIfNoEntry: false })?.uid === nobody) return 'other-user'
  if (!isRoot && hasPasswdEntry()) return 'plain'
  // Files stay the caller's own, no chown, and folders closed to others can be entered.
  if (spawnSync('unshare', [...intoUserNamespace, 'true']).status === 0) return 'user-namespace'
  return isRoot ? 'other-user' : 'plain'
}

function hasPasswdEntry(): boolean {
  return spawnSync('id', ['-un']).status === 0
}

/** `endsWithUs`: postgres is told to stop the moment this process is gone, however it went. */
export function commandFor(privilege: Privilege, file: string, args: string[], endsWithUs = false): Command {
  const words = [file, ...args]
  if (endsWithUs && process.platform === 'linux' && hasSetpriv()) words.unshift('setpriv', '--pdeathsig', 'INT', '--')
  if (privilege === 'user-namespace') words.unshift('unshare', ...intoUserNamespace)
  const [program = file, ...rest] = words
  const uid = uidOf(privilege)
  return { file: program, args: rest, options: uid === undefined ? {} : { uid, gid: uid } }
}

function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--version']).status === 0
}

/** Whose the files must be, when they cannot stay ours. */
export function uidOf(privilege: Privilege): number | undefined {
  return privilege === 'other-user' ? nobody : undefined
}

export function handOver(privilege: Privilege, folders: string[]) {
  const uid = uidOf(privilege)
  if (uid !== undefined) for (const folder of folders) chownSync(folder, uid, uid)
}
