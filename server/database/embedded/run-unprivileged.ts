import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

/** The user ID of `nobody` on Linux. */
const unprivilegedId = 65534
const intoUserNamespace = ['-U', `--map-user=${unprivilegedId}`, `--map-group=${unprivilegedId}`]

type Command = { file: string; args: string[]; options: { uid?: number; gid?: number } }

/** How to run postgres, which refuses root and a user without a passwd entry. */
export type Privilege = 'plain' | 'user-namespace' | 'other-user'

export function choosePrivilege(cluster?: string): Privilege {
  if (process.platform !== 'linux') return 'plain'
  const isRoot = process.getuid?.() === 0
  // The cluster's files belong to that user already.
  if (isRoot && cluster && statSync(cluster, { throwIfNoEntry: false })?.uid === unprivilegedId) return 'other-user'
  if (!isRoot && hasPasswdEntry()) return 'plain'
  // In a user namespace files keep their owner, and private parent folders stay accessible.
  if (spawnSync('unshare', [...intoUserNamespace, 'true']).status === 0) return 'user-namespace'
  return isRoot ? 'other-user' : 'plain'
}

function hasPasswdEntry(): boolean {
  return spawnSync('id', ['-un']).status === 0
}

/** `diesWithParent`: postgres gets a stop signal as soon as this process is gone. */
export function commandFor(privilege: Privilege, file: string, args: string[], diesWithParent = false): Command {
  const command = [file, ...args]
  if (diesWithParent && process.platform === 'linux' && hasSetpriv()) command.unshift('setpriv', '--pdeathsig', 'INT', '--')
  if (privilege === 'user-namespace') command.unshift('unshare', ...intoUserNamespace)
  const [program = file, ...rest] = command
  const uid = uidOf(privilege)
  return { file: program, args: rest, options: uid === undefined ? {} : { uid, gid: uid } }
}

function hasSetpriv(): boolean {
  return spawnSync('setpriv', ['--version']).status === 0
}

/** The user that must own the files, if it is another one. */
export function uidOf(privilege: Privilege): number | undefined {
  return privilege === 'other-user' ? unprivilegedId : undefined
}

export function handOver(privilege: Privilege, folders: string[]) {
  const uid = uidOf(privilege)
  if (uid !== undefined) for (const folder of folders) chownSync(folder, uid, uid)
}
