import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import { describeNewestBackup } from '../last-backups.ts'
import { refuseWhereBinariesCannotRun } from './binaries.ts'
import { user, type Places } from './places.ts'
import { send } from './process-signals.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'

// The builtin C.UTF-8 sorts fast and keeps trigrams of every script; people's names are sorted with ICU where shown.
const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8']

/** Makes the data folder once. It is made beside its place and renamed, so that it exists only when it is whole. */
export function createCluster(places: Places, binaries: string, privilege: Privilege) {
  if (isWhole(places)) return
  if (existsSync(places.data)) {
    throw new Refusal(
      `The database folder ${places.data} is damaged: it holds no PG_VERSION. Nothing was touched. Restore ${describeNewestBackup(places.dir)} into an empty DATA_DIR.`,
    )
  }
  removeUnfinished(places)
  const unfinished = join(places.dir, `${unfinishedName}${process.pid}`)
  initialise(unfinished, places, binaries, privilege)
  try {
    renameSync(unfinished, places.data)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    // Two first starts at once: the other one was sooner, and its folder is as good.
    if (!isWhole(places)) throw error
  }
  syncFolder(places.dir)
}

const unfinishedName = 'pg18.init-'
const isWhole = (places: Places) => existsSync(join(places.data, 'PG_VERSION'))

/** What a killed first start left behind; not what another one is making this moment. */
function removeUnfinished({ dir }: Places) {
  for (const name of readdirSync(dir).filter((entry) => entry.startsWith(unfinishedName))) {
    const maker = Number(name.slice(unfinishedName.length))
    if (maker === process.pid || !send(maker, 0)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function initialise(folder: string, places: Places, binaries: string, privilege: Privilege) {
  const args = ['-D', folder, '-U', user, '--auth=trust', '--encoding=UTF8', '--data-checksums', ...locale]
  const { file, args: words, options } = commandFor(privilege, join(binaries, 'initdb'), args)
  const made = spawnSync(file, words, { ...options, encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } })
  if (made.status === 0) return

  rmSync(folder, { recursive: true, force: true })
  refuseWhereBinariesCannotRun(binaries)
  const said = `${made.stderr ?? ''}${made.stdout ?? ''}${made.error?.message ?? ''}`
  if (/No space left/.test(said)) throw new Refusal(`The disk that holds ${places.dir} is full. Make room, or set DATA_DIR to another.`)
  if (privilege === 'other-user') {
    throw new Refusal(
      `PostgreSQL does not run as root, and the user it runs as instead may not enter ${binaries} or ${places.dir}. Start Carte as an ordinary user, or set DATABASE_URL.`,
    )
  }
  const reason = /error: (.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
  throw new Refusal(`The database could not be created in ${places.dir}: ${reason}`)
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
