import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#server/refusal.ts'
import { user, type Places } from './places.ts'
import { commandFor, type Privilege } from './run-unprivileged.ts'

// The builtin C.UTF-8 sorts fast and keeps trigrams of every script; people's names are sorted with ICU where shown.
const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--lc-ctype=C.UTF-8']

/** Makes the data folder once. It is made beside its place and renamed, so that it exists only when it is whole. */
export function createCluster(places: Places, binaries: string, privilege: Privilege) {
  if (existsSync(join(places.data, 'PG_VERSION'))) return
  if (existsSync(places.data)) {
    throw new Refusal(
      `The database folder ${places.data} is damaged: it holds no PG_VERSION. Nothing was touched. Restore your newest backup into an empty DATA_DIR.`,
    )
  }
  for (const name of readdirSync(places.dir)) {
    if (name.startsWith('pg18.init-')) rmSync(join(places.dir, name), { recursive: true })
  }
  const unfinished = join(places.dir, `pg18.init-${process.pid}`)
  const args = ['-D', unfinished, '-U', user, '--auth=trust', '--encoding=UTF8', '--data-checksums', ...locale]
  const { file, args: words, options } = commandFor(privilege, join(binaries, 'initdb'), args)
  const made = spawnSync(file, words, { ...options, encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
  if (made.status !== 0) {
    const reason = made.stderr || made.stdout || String(made.error)
    throw new Refusal(`The database could not be created in ${places.dir}: ${reason.trim().split('\n').at(-1)}`)
  }
  renameSync(unfinished, places.data)
  syncFolder(places.dir)
}

function syncFolder(folder: string) {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
