import { chownSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

const nobody = 65534
const intoUserNamespace = ['-U', `--map-user=${nobody}`, `--map-group=${nobody}`]

export type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

/** How postgres may run, which refuses root and a user without a passwd entry. */
export type Privilege = 'plain' | 'user-namespace' | 'other-user'

export function choosePrivilege(): Privilege {
  if (process.platform !== 'linux') return 'plain'
  const isRoot = process.getuid?.() === 0
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
  return { file: program, args: rest, options: privilege === 'other-user' ? { uid: nobody, gid: nobody } : {} }
}

function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--version']).status === 0
}

export function handOver(privilege: Privilege, folders: string[]) {
  if (privilege === 'other-user') for (const folder of folders) chownSync(folder, nobody, nobody)
}
