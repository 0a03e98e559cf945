import type pg from 'pg'
import { leftOut, places } from './places.ts'
import { readCatalog, type Catalog } from './read-catalog.ts'

/** docs/scale/citus.sql: what spreads a migrated database over many machines, with what lies in it. */
export async function drawCitus(pool: pg.Pool): Promise<string> {
  const catalog = await readCatalog(pool)
  const tables = catalog.tables.map(({ name }) => name)
  const reference = tables.filter((name) => places[name]?.with === 'everyone')
  // The card first: the others lie beside it.
  const distributed = ['subject', ...tables.filter((name) => name !== 'subject' && places[name]?.with === 'card')]
  const staying = tables.filter((name) => places[name]?.with === 'coordinator')
  const spread = new Set([...reference, ...distributed])
  const tied = catalog.references.filter(({ table, to, name }) => !leftOut[name] && (spread.has(table) || spread.has(to)))
  return `-- Drawn from the migrated database by \`npm run docs\`; a test fails when it is no longer true. Read docs/scale.md first.
-- Run at the coordinator, while no server of Carte runs, in a database that this version has migrated, empty or filled.
\\set ON_ERROR_STOP on
create extension if not exists citus;

-- 0. The machines by name, as they reach each other: once, by hand, before the rest.
-- select citus_set_coordinator_host('coordinator.example', 5432);
-- select citus_add_node('worker-1.example', 5432);
-- select citus_add_node('worker-2.example', 5432);

-- 1. What one machine guards and many cannot. Beside each, what holds it then.
${leaveOut(catalog).join('\n')}

-- 2. The other references, which step 6 gives back: a table that others refer to is not moved.
${tied.map(({ table, name }) => `alter table ${table} drop constraint ${name};`).join('\n')}

-- 3. Whole on each machine, with what lies in them.
${reference.map((name) => `select create_reference_table('${name}');`).join('\n')}

-- 4. With the card, with what lies in them. Partitions go with their table, those of months to come too.
${distributed.map(distribute).join('\n')}

-- 5. What was there is at the coordinator once more, unseen: it goes.
${[...reference, ...distributed].map((name) => `select truncate_local_data_after_distributing_table('${name}');`).join('\n')}

-- 6. The references of step 2.
${tied.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`).join('\n')}

-- Stays at the coordinator, without a statement:
${folded(staying, 120)}
`
}

function distribute(name: string): string {
  const place = places[name]
  const beside = name === 'subject' ? `, shard_count => 64` : `, colocate_with => 'subject'`
  return `select create_distributed_table('${name}', '${place?.with === 'card' ? place.by : ''}'${beside});`
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

function folded(words: readonly string[], width: number): string {
  const lines = ['--']
  for (const [at, word] of words.entries()) {
    const text = ` ${word}${at < words.length - 1 ? ',' : '.'}`
    if ((lines.at(-1) ?? '').length + text.length > width) lines.push('--')
    lines.push((lines.pop() ?? '') + text)
  }
  return lines.join('\n')
}
