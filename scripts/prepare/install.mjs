import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readOr, root } from './places.mjs'
import { Refusal } from './refusal.mjs'

const modules = join(root, 'node_modules')
// It lies among what it speaks of: who removes that removes this.
const stampFile = join(modules, '.installed-for')

export function isInstalled() {
  return readOr(stampFile) === stamp() || isWhatTheLockSays()
}

export function install(say) {
  say('Installing what is missing (only this time) …')
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, error } = runNpm(args)
  if (error?.code === 'ENOENT') throw new Refusal('npm was not found. Install it together with Node, and start again.')
  if (status !== 0)
    throw new Refusal('The dependencies could not be installed; npm says why above. Check the network and start again: npm start')
  writeFileSync(stampFile, stamp())
}

/** The npm that started us, which may not be the first one of the path. */
function runNpm(args) {
  const started = process.env.npm_execpath ?? ''
  const [program, words] = basename(started) === 'npm-cli.js' ? [process.execPath, [started, ...args]] : ['npm', args]
  return spawnSync(program, words, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Somebody installed by hand: npm has left a list of what it put there. */
function isWhatTheLockSays() {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const there = packagesOf(join(modules, '.package-lock.json'))
  const isThere = Object.entries(wanted).every(
    ([path, wish]) => path === '' || there[path]?.version === wish.version || (!there[path] && isForOthers(wish)),
  )
  if (!isThere) return false
  writeFileSync(stampFile, stamp())
  return true
}

function isForOthers({ optional, os, cpu, libc }) {
  if (!optional) return false
  const isOurs = (list, value) => !list || list.includes(value)
  return !(os && cpu) || !isOurs(os, process.platform) || !isOurs(cpu, process.arch) || !isOurs(libc, 'glibc')
}

function packagesOf(file) {
  return JSON.parse(readOr(file, '{}')).packages ?? {}
}

function stamp() {
  return createHash('sha256')
    .update(readOr(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')
}
