// Makes the house ready to run: dependencies, the pinned runtime and, with --build, the pages. Plain JavaScript, because
// it runs on whatever Node 20 or newer somebody has; everything after it runs on the runtime it prepares.
import { spawnSync } from 'node:child_process'
import { alone } from './prepare/alone.mjs'
import { build, isBuilt } from './prepare/build.mjs'
import { install, isInstalled } from './prepare/install.mjs'
import { isLinked, linkRuntime } from './prepare/link-runtime.mjs'
import { root, runtime } from './prepare/places.mjs'
import { Refusal } from './prepare/refusal.mjs'

const oldestNode = 20
const flags = new Set(process.argv.slice(2))
const wantsBuild = flags.has('--build')
const say = (text) => flags.has('--quiet') || console.log(text)

try {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new Refusal(`This is Node ${process.versions.node}. Install Node ${oldestNode} or newer and start again.`)
  }
  // Two starts at once must not install into one another.
  if (!isReady()) await alone(say, prepare)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function isReady() {
  return isInstalled() && isLinked() && (!wantsBuild || isBuilt())
}

function prepare() {
  if (!isInstalled()) install(say)
  if (!isLinked()) linkRuntime()
  completeDatabase()
  if (wantsBuild && !isBuilt()) build(say)
}

/** Downloads the database's files now: whoever runs the program may not write where it is installed. If this fails, the program reports it. */
function completeDatabase() {
  const script = `import { findBinaries } from './server/database/embedded/binaries.ts'; await findBinaries()`
  spawnSync(runtime, ['--input-type=module', '--eval', script], { cwd: root, stdio: 'ignore' })
}
