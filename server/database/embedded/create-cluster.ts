import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '#server/common/user-error.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { refuseWhereBinariesCannotRun } from './binaries.ts'
import { user, type Places } from './places.ts'
import { send } from './process-signals.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'

// The builtin C.UTF-8 sorts fast and supports trigrams of every script; lists of names are sorted with ICU.
const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8']

/** Creates the database folder once, under a temporary name that is renamed at the end: if the folder exists, it is complete. */
export function createCluster(places: Places, binaries: string, privilege: Privilege) {
  if (isComplete(places)) return
  if (existsSync(places.data)) {
    throw new UserError(
      `The database folder ${places.data} is damaged: it has no PG_VERSION. Nothing was changed. Restore ${describeNewestBackup(places.dir)} into an empty DATA_DIR.`,
    )
  }
  removePartialFiles(places)
  const unfinished = join(places.dir, `${unfinishedName}${process.pid}`)
  runInitdb(unfinished, places, binaries, privilege)
  try {
    renameSync(unfinished, places.data)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Of two concurrent first starts the other one won, and its folder is as good.
    if (!isComplete(places)) throw error
  }
  syncFolder(places.dir)
}

const unfinishedName = 'pg18.init-'
const isComplete = (places: Places) => existsSync(join(places.data, 'PG_VERSION'))

/** Removes what a killed first start left; not the folder of one that is running. */
function removePartialFiles({ dir }: Places) {
  for (const name of readdirSync(dir).filter((entry) => entry.startsWith(unfinishedName))) {
    const maker = Number(name.slice(unfinishedName.length))
    if (maker === process.pid || !send(maker, 0)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function runInitdb(folder: string, places: Places, binaries: string, privilege: Privilege) {
  const args = ['-D', folder, '-U', user, '--auth=trust', '--encoding=UTF8', '--data-checksums', ...locale]
  const { file, args: words, options } = commandFor(privilege, join(binaries, 'initdb'), args)
  const made = spawnSync(file, words, { ...options, encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } })
  if (made.status === 0) return

  rmSync(folder, { recursive: true, force: true })
  refuseWhereBinariesCannotRun(binaries)
  const output = `${made.stderr ?? ''}${made.stdout ?? ''}${made.error?.message ?? ''}`
  if (/No space left/.test(output))
    throw new UserError(`The disk that holds ${places.dir} is full. Free some space, or set DATA_DIR to another disk.`)
  if (privilege === 'other-user') {
    throw new UserError(
      `PostgreSQL does not run as root, and the unprivileged user it runs as cannot access ${binaries} or ${places.dir}. Start Carte as an ordinary user, or set DATABASE_URL.`,
    )
  }
  const reason = /error: (.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1)
  throw new UserError(`The database could not be created in ${places.dir}: ${reason}`)
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
