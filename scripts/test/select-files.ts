import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from './run.ts'

/** These run files of other projects as well. */
const ownFiles: Record<string, string> = { pooled: 'tests/pooled/' }

/**
 * The test files for these patterns, by project. `--changed` are those that import what is not committed, and `--changed=COMMIT`
 * what changed since that commit.
 */
export async function selectFiles(patterns: readonly string[]): Promise<Map<string, string[]>> {
  const folder = mkdtempSync(join(tmpdir(), 'carte-select-'))
  const list = join(folder, 'files.json')
  const { code, output } = await run(process.execPath, [
    'node_modules/vitest/vitest.mjs',
    'list',
    '--filesOnly',
    `--json=${list}`,
    ...patterns,
  ])
  if (code !== 0) throw new Error(output)
  const found = JSON.parse(readFileSync(list, 'utf8')) as { file: string; projectName: string }[]
  rmSync(folder, { recursive: true })
  const files = new Map<string, string[]>()
  for (const { file, projectName } of found) {
    const path = relative(process.cwd(), file)
    if (path.startsWith(ownFiles[projectName] ?? '')) files.set(projectName, [...(files.get(projectName) ?? []), path])
  }
  return files
}
