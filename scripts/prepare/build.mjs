import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, readOr, root, runtime } from './paths.mjs'
import { runStep } from './run-step.mjs'
import { UserError } from './user-error.mjs'

const inputs = ['build', 'web', 'common', 'contract', 'messages', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const built = join(root, 'web/build')
const stampFile = join(folder, 'built')

export function isBuilt() {
  return existsSync(join(built, 'server/index.js')) && readOr(stampFile) === stamp()
}

export async function build(isQuiet) {
  const before = stamp()
  rmSync(stampFile, { force: true })
  const { status, output } = await runStep('Building the pages', runtime, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    isQuiet,
  })
  if (status !== 0) throw new UserError(`Building the pages failed:\n${output}`)
  writeFileSync(stampFile, before)
}

/** A hash of the build inputs' content, because a checkout changes only timestamps. */
function stamp() {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap((input) => filesIn(join(root, input)))) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(path) {
  if (path === built || /\.test\.tsx?$/.test(path) || !existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
