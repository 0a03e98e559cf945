import type pg from 'pg'
import { leftOut, places } from './places.ts'
import { readCatalog, type Catalog } from './read-catalog.ts'

/** docs/scale/citus.sql: what spreads a migrated, empty database over many machines. */
export async function drawCitus(pool: pg.Pool): Promise<string> {
  const catalog = await readCatalog(pool)
  const tables = inOrder(catalog)
  const reference = tables.filter((name) => places[name]?.with === 'everyone').map((name) => `select create_reference_table('${name}');`)
  const distributed = tables.flatMap((name) => {
    const place = places[name]
    if (place?.with !== 'card') return []
    const beside = name === 'subject' ? `, shard_count => 64` : `, colocate_with => 'subject'`
    return [`select create_distributed_table('${name}', '${place.by}'${beside});`]
  })
  const staying = tables.filter((name) => places[name]?.with === 'coordinator')
  return `-- Drawn from the migrated database by \`npm run docs\`; a test fails when it is no longer true. Read docs/scale.md first.
-- Run at the coordinator, on an empty database that this version has migrated.
create extension if not exists citus;

-- 1. What one machine guards and many cannot. Beside each, what holds it then.
${leaveOut(catalog).join('\n')}

-- 2. Whole on each machine.
${reference.join('\n')}

-- 3. With the card. Partitions go with their table, those of months to come too.
${distributed.join('\n')}

-- 4. Stays at the coordinator, without a statement:
${folded(staying, 120)}
`
}

/** The statements of step 1, which a test runs on a single machine too. */
export function leaveOut({ keys, references }: Pick<Catalog, 'keys' | 'references'>): string[] {
  return Object.entries(leftOut).flatMap(([name, keeper]) => {
    const reference = references.find((each) => each.name === name)
    if (reference) return [`alter table ${reference.table} drop constraint ${name}; -- ${keeper}`]
    const key = keys.find((each) => each.name === name)
    if (!key) return []
    const drop = key.isConstraint ? `alter table ${key.table} drop constraint ${name};` : `drop index ${name};`
    // What is looked up by it is looked up still.
    return [`${drop} -- ${keeper}`, `${key.definition.replace('CREATE UNIQUE INDEX', 'create index').replace(' ON public.', ' on ')};`]
  })
}

/** Whoever is pointed at comes first. */
function inOrder({ tables, references }: Catalog): string[] {
  const sorted: string[] = []
  const visit = (name: string) => {
    if (sorted.includes(name)) return
    references.filter(({ table, to, name: own }) => table === name && to !== name && !leftOut[own]).forEach(({ to }) => visit(to))
    sorted.push(name)
  }
  visit('subject')
  tables.forEach(({ name }) => visit(name))
  return sorted
}

function folded(words: readonly string[], width: number): string {
  const lines = ['--']
  for (const [at, word] of words.entries()) {
    const text = ` ${word}${at < words.length - 1 ? ',' : '.'}`
    if ((lines.at(-1) ?? '').length + text.length > width) lines.push('--')
    lines.push((lines.pop() ?? '') + text)
  }
  return lines.join('\n')
}
