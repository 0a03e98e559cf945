// Prepares the program to run: dependencies, the pinned runtime and, with --build, the pages. Plain JavaScript, because it runs on any
// Node 20 or newer; everything after it runs on the runtime it prepares.
import { spawnSync } from 'node:child_process'
import { withLock } from './prepare/lock.mjs'
import { build, isBuilt } from './prepare/build.mjs'
import { install, isInstalled } from './prepare/install.mjs'
import { checkPlatform, isLinked, linkRuntime } from './prepare/link-runtime.mjs'
import { root, runtime } from './prepare/paths.mjs'
import { UserError } from './prepare/user-error.mjs'

const oldestNode = 20
const flags = new Set(process.argv.slice(2))
const wantsBuild = flags.has('--build')
const isQuiet = flags.has('--quiet')
const print = (text) => isQuiet || console.log(text)

try {
  if (Number(process.versions.node.split('.')[0]) < oldestNode) {
    throw new UserError(`This is Node ${process.versions.node}. Install Node ${oldestNode} or newer and start again.`)
  }
  checkPlatform()
  // The lock keeps two starts from installing at the same time.
  if (!isReady()) await withLock(print, prepare)
} catch (error) {
  if (!(error instanceof UserError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function isReady() {
  return isInstalled() && isLinked() && (!wantsBuild || isBuilt())
}

async function prepare() {
  if (!isInstalled()) await install(isQuiet)
  if (!isLinked()) linkRuntime()
  completeDatabase()
  if (wantsBuild && !isBuilt()) await build(isQuiet)
}

/** Downloads the database's files now, because the user who runs the program may not have write access. If it fails, the program reports it. */
function completeDatabase() {
  const script = `import { findBinaries } from './server/database/embedded/binaries.ts'; await findBinaries()`
  spawnSync(runtime, ['--input-type=module', '--eval', script], { cwd: root, stdio: 'ignore' })
}
