import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

const file = 'docs/performance.md'
const history = '## History\n'

/** Writes a run under the history of docs/performance.md, newest first. */
export function keepFigures(figures: [string, string][]) {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const today = new Date().toISOString().slice(0, 10)
  const machine = `${cpus().length} cores, ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`
  const rows = figures.map(([name, value]) => `| ${name} | ${value} |`)
  const entry = [`### ${today}, after ${commit} (${machine})\n`, '| what | figure |', '|---|---|', ...rows, ''].join('\n')
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(history, () => `${history}\n${entry}`),
  )
}
