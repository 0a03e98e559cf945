import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const git = (...words: string[]) => spawnSync('git', ['-C', root, ...words], { maxBuffer: 100_000_000 })

/** False in a tarball, which has no history. */
export const isRepository = git('rev-parse', '--git-dir').status === 0
export const isInClone = (object: string) => git('cat-file', '-e', object).status === 0

/** Checks out an earlier version of the program, with today’s packages and today’s `serve-calls.ts`. */
export function checkOutRelease(commit: string, folder: string) {
  const { stdout } = git('archive', commit)
  if (spawnSync('tar', ['-x', '-C', folder], { input: stdout }).status !== 0) throw new Error(`${commit} could not be laid out.`)
  symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'serve-calls.ts'), readFileSync(join(root, 'tests/start/serve-calls.ts')))
}
