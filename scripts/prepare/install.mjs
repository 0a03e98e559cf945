import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readOr, root } from './paths.mjs'
import { runStep } from './run-step.mjs'
import { UserError } from './user-error.mjs'

const modules = join(root, 'node_modules')
// Inside node_modules, so that deleting it deletes this too.
const stampFile = join(modules, '.installed-for')

export function isInstalled() {
  return readOr(stampFile) === stamp() || matchesLockFile()
}

export async function install(isQuiet) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const { status, output } = await runNpm(args, isQuiet)
  if (status !== 0) throw new UserError(`${output}\nInstalling the dependencies failed. Check the network and start again: npm start`)
  writeFileSync(stampFile, stamp())
}

/** The npm that started this process, which may not be the first one in PATH. */
function runNpm(args, isQuiet) {
  const started = process.env.npm_execpath ?? ''
  const [program, words] = basename(started) === 'npm-cli.js' ? [process.execPath, [started, ...args]] : ['npm', args]
  return runStep('Installing dependencies (first start only)', program, words, { cwd: root, isQuiet })
}

/** True if a manual install matches the lock file, by the list npm leaves in node_modules. */
function matchesLockFile() {
  const lockedPackages = packagesOf(join(root, 'package-lock.json'))
  const installedPackages = packagesOf(join(modules, '.package-lock.json'))
  const isThere = Object.entries(lockedPackages).every(
    ([path, locked]) =>
      path === '' || installedPackages[path]?.version === locked.version || (!installedPackages[path] && isForOtherPlatforms(locked)),
  )
  if (!isThere) return false
  writeFileSync(stampFile, stamp())
  return true
}

function isForOtherPlatforms({ optional, os, cpu, libc }) {
  if (!optional) return false
  const matches = (list, value) => !list || list.includes(value)
  return !(os && cpu) || !matches(os, process.platform) || !matches(cpu, process.arch) || !matches(libc, 'glibc')
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
