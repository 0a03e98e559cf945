import type pg from 'pg'
import { UserError } from '#server/common/user-error.ts'
import { hasCode } from './is-away.ts'

export const neededExtensions = ['pg_trgm', 'btree_gin']

type Rights = {
  role: string
  database: string
  schema: string | null
  mayCreateSchemas: boolean
  mayCreateTables: boolean
  hasJobs: boolean
  missing: string[]
  hidden: string[]
  elsewhere: string | null
}

/** Creates the schema of the job queue. Refuses before anything else is created if this role can't create the rest. */
export async function prepareSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Rights>(
    `select quote_ident(current_user) as role, quote_ident(current_database()) as database, quote_ident(current_schema()) as schema,
      has_database_privilege(current_database(), 'CREATE') as "mayCreateSchemas",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as "mayCreateTables",
      to_regnamespace('jobs') is not null as "hasJobs",
      array(select unnest($1::text[]) except select extname::text from pg_extension) as missing,
      array(select distinct quote_ident(nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
        where extname = any($1::text[]) and nspname <> all(current_schemas(true))) as hidden,
      (select min(quote_ident(nspname)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where relname = 'card_submission' and nspname <> current_schema() and not exists
          (select from pg_class where relname = 'migration' and relnamespace = current_schema()::regnamespace)) as elsewhere`,
    [neededExtensions],
  )
  const [rights] = rows
  if (!rights) throw new Error('a select without a from gives one row')
  const message = explainMissing(rights) ?? (rights.missing.length > 0 ? await unavailableOf(client) : null)
  if (message) throw new UserError(message)
  if (!rights.hasJobs) await client.query('create schema if not exists jobs').catch(ignoreExisting)
}

/** The job queue of a previous version creates it at the same time; `if not exists` looks too early. */
function ignoreExisting(error: unknown) {
  if (!hasCode(error, '23505')) throw error
}

function explainMissing({ role, database, schema, ...rights }: Rights): string | null {
  const { elsewhere, missing, hidden } = rights
  if (schema === null) return `No schema in the search_path of ${role} exists. Create one: create schema carte authorization ${role}`
  if (elsewhere !== null)
    return `This database has a Carte in the schema ${elsewhere}, but the search_path of ${role} begins with ${schema}. Correct it (alter role ${role} set search_path = ${elsewhere}), or give this Carte a database of its own.`
  if (!rights.mayCreateTables)
    return `The role ${role} may not create tables. As the owner of the database, run: grant create on schema ${schema} to ${role}`
  if (!rights.mayCreateSchemas && (missing.length > 0 || !rights.hasJobs))
    return `The role ${role} may not create extensions and schemas. As the owner of the database, run: grant create on database ${database} to ${role}`
  if (hidden.length > 0)
    return `The extensions ${neededExtensions.join(' and ')} are in a schema outside the search_path. Run: alter role ${role} set search_path = ${[schema, ...hidden].join(', ')}`
  return null
}

/** Reads the server's extension folder, which takes longer than all other queries of a start. */
async function unavailableOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(name, ' and ') as names from unnest($1::text[]) name where name not in (select name from pg_available_extensions)`,
    [neededExtensions],
  )
  const names = rows[0]?.names ?? null
  return names && `This PostgreSQL has no ${names}. Install its contrib package (Debian: postgresql-contrib), then start again.`
}
