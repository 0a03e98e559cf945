import { droppedConstraints, placements } from './placements.ts'
import type { Catalog } from './read-catalog.ts'

type Step = { title: string; statements: string[] }

/** The statements that distribute a migrated database, with its data, over the workers of a Citus cluster. In one order only. */
export function planDistribution(catalog: Catalog, shardCount = 64): Step[] {
  const tables = catalog.tables.map(({ name }) => name)
  const placed = (place: 'reference' | 'card') => tables.filter((name) => placements[name]?.with === place)
  const reference = placed('reference')
  // The card first, as the others are colocated with it.
  const distributed = ['subject', ...placed('card').filter((name) => name !== 'subject')]
  const moved = new Set([...reference, ...distributed])
  const tied = catalog.references.filter(({ table, to, name }) => !droppedConstraints[name] && (moved.has(table) || moved.has(to)))
  return [
    {
      title: 'Drop constraints that can’t span machines. Next to each: what guarantees it instead.',
      statements: dropConstraints(catalog),
    },
    {
      title: 'Drop the other references until step 6: a referenced table can’t be distributed.',
      statements: tied.map(({ table, name }) => `alter table ${table} drop constraint ${name};`),
    },
    {
      title: 'Replicate these tables, with their data, to every machine.',
      statements: reference.map((name) => `select create_reference_table('${name}');`),
    },
    {
      title: 'Distribute these tables, with their data, by card. Partitions follow their table, also future ones.',
      statements: distributed.map((name) => distributeTable(name, name === 'subject' ? `shard_count => ${shardCount}` : undefined)),
    },
    {
      title: 'Delete the hidden local copies on the coordinator.',
      statements: [...reference, ...distributed].map((name) => `select truncate_local_data_after_distributing_table('${name}');`),
    },
    {
      title: 'Restore the references.',
      statements: tied.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition};`),
    },
    {
      title: 'Wait 5 seconds for a worker’s connection, not 30.',
      statements: [
        `do $$ begin execute format('alter database %I set citus.node_connection_timeout = ''5s''', current_database()); end $$;`,
      ],
    },
  ]
}

export function distributeTable(name: string, beside = `colocate_with => 'subject'`): string {
  const place = placements[name]
  return `select create_distributed_table('${name}', '${place?.with === 'card' ? place.by : ''}', ${beside});`
}

/** The statements of the first step, which a test also runs on a single machine. */
export function dropConstraints({ keys, references }: Pick<Catalog, 'keys' | 'references'>): string[] {
  return Object.entries(droppedConstraints).flatMap(([name, keeper]) => {
    const reference = references.find((each) => each.name === name)
    if (reference) return [`alter table ${reference.table} drop constraint ${name}; -- ${keeper}`]
    const key = keys.find((each) => each.name === name)
    if (!key) return []
    const drop = key.isConstraint ? `alter table ${key.table} drop constraint ${name};` : `drop index ${name};`
    // Keeps a plain index for lookups.
    return [`${drop} -- ${keeper}`, `${key.definition.replace(/^CREATE UNIQUE INDEX (\S+) ON \w+\./, 'create index $1 on ')};`]
  })
}
