import type pg from 'pg'
import { placements } from '#server/database/sharding/placements.ts'
import { planDistribution } from '#server/database/sharding/plan-distribution.ts'
import { readCatalog } from '#server/database/sharding/read-catalog.ts'

/** docs/scale/citus.sql: what `scale citus --run` does, to read or to run by hand. */
export async function renderCitus(pool: pg.Pool): Promise<string> {
  const catalog = await readCatalog(pool)
  const staying = catalog.tables.map(({ name }) => name).filter((name) => placements[name]?.with === 'coordinator')
  const steps = planDistribution(catalog).map(({ title, statements }, at) => `-- ${at + 1}. ${title}\n${statements.join('\n')}`)
  return `-- Generated from the migrated database by \`npm run docs\`; a test fails if it is out of date. Read docs/scale.md first.
-- \`npm run carte -- scale citus --run\` does the same with checks, and continues after an interruption.
-- Run on the coordinator, while no Carte server is running, in a database migrated by this version, empty or not.
\\set ON_ERROR_STOP on

${steps.join('\n\n')}

-- Stay on the coordinator, without a statement:
${wrapLines(staying, 120)}
`
}

function wrapLines(words: readonly string[], width: number): string {
  const lines = ['--']
  for (const [at, word] of words.entries()) {
    const text = ` ${word}${at < words.length - 1 ? ',' : '.'}`
    if ((lines.at(-1) ?? '').length + text.length > width) lines.push('--')
    lines.push((lines.pop() ?? '') + text)
  }
  return lines.join('\n')
}
