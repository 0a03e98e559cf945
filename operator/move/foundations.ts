import type pg from 'pg'

type Part = { table: string; name: string; text: string }

/** Partitions, references and indexes, as the source has them: the target gets the same, before the rows or after them. */
export type Foundations = { partitions: Part[]; references: Part[]; indexes: Part[] }

const own = `n.nspname = current_schema()`

export async function readFoundations(client: pg.Client): Promise<Foundations> {
  const read = async (text: string) => (await client.query<Part>(text)).rows
  return {
    partitions: await read(`
      select i.inhparent::regclass::text as table, c.oid::regclass::text as name, pg_get_expr(c.relpartbound, c.oid) as text
      from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
      where ${own} and c.relispartition and c.relkind = 'r' order by 2`),
    references: await read(`
      select r.conrelid::regclass::text as table, quote_ident(r.conname) as name, pg_get_constraintdef(r.oid) as text
      from pg_constraint r join pg_namespace n on n.oid = r.connamespace
      where ${own} and r.contype = 'f' and r.conparentid = 0 order by 1, 2`),
    // One that keeps rows apart stays; so do those of partitioned tables, which are small by design.
    indexes: await read(`
      select i.indrelid::regclass::text as table, c.oid::regclass::text as name, pg_get_indexdef(c.oid) as text
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
      where ${own} and not i.indisunique and i.indisvalid and t.relkind = 'r' and not t.relispartition order by 1, 2`),
  }
}

/** Rows go in several times faster where nothing is looked up and sorted for each: that is done once, at the end. */
export async function clearGround(target: pg.Client, { partitions }: Foundations): Promise<void> {
  const there = await readFoundations(target)
  await target.query('begin')
  for (const { table, name } of there.references) await target.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of there.indexes) await target.query(`drop index ${name}`)
  for (const { name } of missing(there.partitions, partitions)) await target.query(`drop table ${name}`)
  for (const { table, name, text } of missing(partitions, there.partitions))
    await target.query(`create table ${name} partition of ${table} ${text}`)
  await target.query('commit')
}

/** What is missing, and nothing else: a move that was broken off here goes on here. */
export async function build(target: pg.Client, { references, indexes }: Foundations): Promise<void> {
  const there = await readFoundations(target)
  for (const { text } of missing(indexes, there.indexes)) await target.query(text)
  for (const { table, name, text } of missing(references, there.references))
    await target.query(`alter table ${table} add constraint ${name} ${text}`)
  await target.query('analyze')
}

function missing(wanted: Part[], there: Part[]): Part[] {
  const known = new Set(there.map(({ table, name }) => `${table} ${name}`))
  return wanted.filter(({ table, name }) => !known.has(`${table} ${name}`))
}
