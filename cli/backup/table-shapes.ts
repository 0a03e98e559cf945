import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

/** A table as the catalogue knows it: what is copied, and in which order it comes out. `source`: read from this query instead. */
export type TableShape = { name: string; columns: { name: string; type: string }[]; order: string[]; source?: SQL }

/**
 * Every table of ours, by name. Partitions come out through their parent; generated columns make themselves;
 * what the database itself would not keep over a crash is not worth keeping; the list of applied migrations is part of the manifest, not of the data.
 */
export async function readTableShapes(tx: Db): Promise<TableShape[]> {
  const { rows } = await tx.execute<TableShape>(sql`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select json_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary), '[]') as "order"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition and c.relname <> 'migration'
    order by c.relname`)
  return rows
}
