import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folder, readOr, root, runtime } from './places.mjs'
import { Refusal } from './refusal.mjs'

const inputs = ['web', 'common', 'contract', 'messages', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']
const built = join(root, 'web/build')
const stampFile = join(folder, 'built')

export function isBuilt() {
  return existsSync(join(built, 'server/index.js')) && readOr(stampFile) === stamp()
}

export function build(say) {
  say('Building the pages …')
  const before = stamp()
  rmSync(stampFile, { force: true })
  const { status, stdout, stderr, error } = spawnSync(runtime, [join(root, 'node_modules/@react-router/dev/bin.cjs'), 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Refusal(`The pages could not be built:\n${error?.message ?? `${stdout}${stderr}`.trim()}`)
  writeFileSync(stampFile, before)
}

/** What the pages are built from, by content: a checkout changes times, not contents. */
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
