import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/database/database.ts'

export type Whose = { subjectId: string; accountId: string; sessionId: string; contactId: string; email: string; alias: string }

/** Rows that normally need a provider, a code or a month. Their texts are filled in afterwards. */
export async function plantRows(db: Db, { subjectId: s, accountId: a, sessionId, contactId, email, alias }: Whose): Promise<void> {
  const id = () => crypto.randomUUID()
  const address = `{"street": "zqmark street"}`
  const rows: SQL[] = [
    sql`insert into passkey (account_id, id, credential_id, public_key) values (${a}, ${id()}, ${id()}, '\\x00')`,
    sql`insert into account_identity (issuer, subject, account_id) values ('https://login.example', ${id()}, ${a})`,
    sql`insert into billing_customer (subject_id, first_name, last_name, display_name, email, company_name, phone, mobile, billing_address, shipping_address)
      values (${s}, '', '', '', '', '', '', '', ${address}, ${address})`,
    sql`insert into billing_event (provider, event_id, subject_id, kind, payload, provider_at) values ('stripe', ${id()}, ${s}, 'x', '{}', now())`,
    sql`insert into billing_order (subject_id, id, plan_code, provider, state, created_at) values (${s}, ${id()}, 'PRO', 'embedded', 'done', now())`,
    sql`insert into billing_press (subject_id, id, pressed_at) values (${s}, ${id()}, now())`,
    sql`insert into provider_subscription (subject_id, id, provider, customer_id, status, plan_code, began_at, told_at)
      values (${s}, ${id()}, 'embedded', ${id()}, 'active', 'PRO', now(), now())`,
    sql`insert into invoice (subject_id, id, provider, number, state, plan_code, amount, currency, issued_at, told_at)
      values (${s}, ${id()}, 'embedded', '1', 'paid', 'PRO', 1500, 'USD', now(), now())`,
    sql`insert into claim_code (subject_id, id, code_hash, given_by, expires_at) values (${s}, ${id()}, 'x', 'mail', now() + interval '1 day')`,
    sql`insert into claim_try (subject_id, id, account_id, tried_at) values (${s}, ${id()}, ${a}, now())`,
    sql`insert into card_submission (subject_id, account_id, submission_id) values (${s}, ${a}, ${id()}) on conflict do nothing`,
    sql`insert into review_cache (subject_id, source, source_key, answer, fetched_at, unknown_since) values (${s}, 'zillow-agent', 'k', '{}', now(), now())`,
    sql`insert into link_failure (subject_id, link_hash, reason, since, tried_at) values (${s}, ${Buffer.alloc(32)}, 'gone', now(), now())`,
    sql`insert into subject_component (subject_id, grade_service_id, grade_component_id) values (${s}, 3, 9) on conflict do nothing`,
    sql`insert into subject_service (subject_id, grade_service_id) values (${s}, 4)`,
    sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha) values (${s}, 'card', 'abc', 1, 1, 1, false)`,
    sql`insert into taken_picture (subject_id, kind, revision, width, height, bytes, has_alpha, created_at) values (${s}, 'card', 'abd', 1, 1, 1, false, now())`,
    sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words) values (${s}, ${id()}, ${id()}, now(), 'fraud', '')`,
    sql`insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end)
      values (${s}, ${s}, now(), 'own', '', 'https://hooks.example/', array['contact.created'], true, '\\x00', now(), '')`,
    sql`insert into event (subject_id, id, type, at, contact_id, data) values (${s}, ${s}, 'contact.created', now(), ${contactId}, '{}')`,
    sql`insert into access_key (id, subject_id, key_hash, name, key_start, key_end, scopes, created_at)
      values (${s}, ${s}, sha256('zq'), '', '', '', array['contacts:read'], now())`,
    sql`insert into idempotent_call (subject_id, access_key_id, idempotency_key, request_hash, created_at) values (${s}, ${s}, 'x', '\\x00', now())`,
    sql`insert into delivery (subject_id, connection_id, event_id, is_full) values (${s}, ${s}, ${s}, true)`,
    sql`insert into push_subscription (subject_id, device, account_id, session_id, token) values (${s}, 'd', ${a}, ${sessionId}, '{"endpoint":"https://push.example/1"}')`,
    sql`insert into notice (id, subject_id, title, body, sent_at) values (${id()}, ${s}, '', '', now())`,
    sql`insert into push_topic (subject_id, device, topic) values (${s}, 'd', 'General_Notifications')`,
    sql`insert into operator_act (id, at, account_id, actor, act, subject_id, alias, detail)
      values (${id()}, now(), ${a}, ${email}, 'card.change', ${s}, ${alias}, '{}')`,
    sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state)
      values (${s}, now(), now(), ${a}, ${email}, 'cards.csv', 'utf-8', 'good', 'done')`,
    sql`insert into card_import_part (import_id, place, bytes) values (${s}, 0, ${Buffer.from('zqmark line')})`,
    sql`insert into card_import_fault (import_id, id, line, message) values (${s}, ${id()}, 1, 'zqmark fault')`,
    sql`insert into contact_import (subject_id, id, created_at, name, state) values (${s}, ${s}, now(), 'contacts.csv', 'done')`,
    sql`insert into contact_import_row (subject_id, import_id, line, kind, contact_id, before) values (${s}, ${s}, 2, 'match', ${contactId}, '{}')`,
    sql`insert into contact_consent (subject_id, contact_id, wording, wording_version, language)
      values (${s}, ${contactId}, '', '', 'en') on conflict do nothing`,
    sql`insert into refused_recipient (id, address, subject_id, step, answer, first_at, last_at, recent_at)
      values (${id()}, ${`refused-${s}@mail.example`}, ${s}, 'recipientRefused', '550', now(), now(), array[now()])`,
    sql`insert into sign_in_link (token_hash, account_id, expires_at) values (sha256('zq'), ${a}, now() + interval '1 day')`,
    sql`insert into email_change (account_id, new_email, token_hash, requested_at, expires_at)
      values (${a}, ${`zqmark-new-${s}@mail.example`}, sha256('zq'), now(), now() + interval '1 day') on conflict do nothing`,
  ]
  for (const row of rows) await db.execute(row)
}

type Column = { table: string; column: string; type: string; owner: string }

const wordFor: Record<string, (place: string) => SQL[]> = {
  text: (place) => [sql`${`zqmark-${place}`}`, sql`${`https://zqmark.example/${place}`}`],
  'character varying': (place) => [sql`${`zqmark-${place}`}`],
  'text[]': (place) => [sql`array[${`zqmark-${place}`}]::text[]`],
  jsonb: (place) => [sql`${JSON.stringify({ zqmark: place })}::jsonb`, sql`${JSON.stringify([`zqmark ${place}`])}::jsonb`],
  bytea: (place) => [sql`convert_to(${`zqmark ${place}`}, 'UTF8')`],
}

/**
 * Writes a marker into every text, JSON or bytes column, in every row of this person. Columns are read from the catalog, so that a
 * new column is included. Returns the tables in which the person has no row.
 */
export async function fillColumns(db: Db, { subjectId, accountId }: Whose, except: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<Column>(sql`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, o.attname as owner
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join lateral (select attname from pg_attribute o where o.attrelid = c.oid and not o.attisdropped
      and (o.attname in ('subject_id', 'account_id') or (c.relname in ('subject', 'account') and o.attname = 'id')) order by o.attname desc limit 1) o on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  const empty = new Set<string>()
  for (const { table, column, type, owner } of columns) {
    const id = table === 'account' || owner === 'account_id' ? accountId : subjectId
    const mine = sql`${sql.identifier(owner)} = ${id}`
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ${mine}`)
    if (!rows[0]?.n) empty.add(table)
    if (except.includes(`${table}.${column}`)) continue
    for (const word of wordFor[type]?.(`${table}.${column}`) ?? []) {
      const has = sql`strpos(lower(${sql.identifier(column)}::text), 'zqmark') > 0`
      const set = sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${word} where ${mine} and (${sql.identifier(column)} is null or not ${has})`
      // A column that rejects the marker, such as a state or a code, cannot contain personal text.
      await db.transaction((tx) => tx.execute(set)).catch(() => {})
    }
  }
  return [...empty]
}
