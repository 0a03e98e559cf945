import type pg from 'pg'
import { fieldOf, type CardField } from '#contract/cards/card-fields.ts'

type Column = { table: string; column: string; isKey: boolean }

/** The purpose of each table, by slice. */
const slices: Record<string, Record<string, string>> = {
  installation: {
    installation: 'installation-wide documents and generated keys',
    migration: 'applied migrations',
    backup_run: 'backups and rehearsals of a restore, with their results',
    limit_window: 'rate limit counters by hash, shared by all servers',
    spent:
      'consumed single-use values: challenges, tokens, sent notifications, recent provider logouts, expired push subscriptions; servers behind a pooler and recent changes for them',
  },
  accounts: {
    account: 'accounts',
    membership: 'which accounts own which cards',
    session: 'login sessions, by hash',
    sign_in_link: 'one-time login links, by hash',
    email_change: 'requested changes of an account’s email, with the link by hash',
    invitation: 'invitations to sign up, by hash',
    refused_recipient: 'addresses that the mail server refused permanently',
    passkey: 'passkeys of an account',
    account_identity: 'identities at an external login provider',
  },
  billing: {
    plan: 'plans for sale',
    subscription: 'the state of a card’s plan',
    billing_customer: 'customers with their billing details',
    billing_event: 'webhook events from the payment provider',
    billing_order: 'unpaid orders',
    billing_check: 'results of comparing all records with the provider',
    provider_subscription: 'subscriptions as the provider reports them',
    invoice: 'charges and refunds',
    receipt_number: 'the last receipt number of each year',
    billing_press: 'idempotency keys of recorded payments',
    checkout_to_end: 'checkout sessions to expire at the provider',
    customer_to_erase: 'customers of deleted cards, to delete at the provider',
  },
  media: {
    picture: 'published pictures of a card',
    uploaded_picture: 'uploaded, unpublished pictures',
    taken_picture: 'pictures taken down by an administrator',
  },
  push: { push_subscription: 'devices with notifications on', push_topic: 'the topics of each' },
  inbox: { notice: 'what an administrator wrote to the owners of one card or of all' },
  connections: {
    event: 'what happened to a card, as connections receive it',
    connection: 'addresses that events are sent to, with sealed signing secrets or keys of CRMs',
    delivery: 'an event for a connection, and the last attempt to send it',
    switched_off_host: 'hosts that an administrator switched off for all connections',
  },
  'access keys': {
    access_key: 'API keys of a card, by hash',
    idempotent_call: 'answers of API calls with an idempotency key, for a day, encrypted with the caller’s key',
  },
  cards: {
    subject: 'cards',
    alias: 'the directory from alias to card',
    review_name: 'the directory from the name of a card’s Zillow reviews to the card',
    subject_version: 'named versions of a card',
    card_draft: 'unpublished changes',
    grade_service: 'the catalog of services',
    subject_service: 'services that a card links to',
    subject_component: 'values of a service, such as its review link',
    card_log: 'errors reported by pages',
    reserved_alias: 'aliases reserved by an administrator',
    card_submission: 'idempotency keys of created cards',
    claim_code: 'single-use codes for claiming a card, by hash',
    claim_try: 'attempts to claim a card, retained for about a day',
    blocked_host: 'hosts that cards and short links can’t link to',
    link_failure: 'links that failed the nightly check, by hash',
    resting_alias: 'aliases of deleted cards, by hash, until they can be reused',
  },
  reviews: { review_cache: 'the last good response of a review provider' },
  links: { short_link: 'short codes and their destinations' },
  visits: {
    visit_event: 'events, partitioned by month',
    visit_day: 'daily counts for reports',
    view_total: 'daily views of all cards, for the admin overview',
    visit_quarter: 'counts per 15 minutes, for reports in other time zones',
  },
  contacts: {
    contact: 'contacts',
    contact_consent: 'the consent text each contact agreed to',
    contact_label: 'an owner’s labels',
    contact_import: 'imports of contact files, and what each did',
    contact_import_row: 'their rows: until imported the contact, then what undoing needs',
    contact_count: 'what the list of all cards is sorted by: contacts, recent views, plan, last use',
    mail_count: 'emails per address and day, by hash',
  },
  releases: {
    release: 'version notes published by an administrator',
    publication: 'published stories and tours that replace the built-in ones',
  },
  abuse: { abuse_report: 'abuse reports and the owner’s objections; nothing about the reporter' },
  privacy: { account_leaving: 'scheduled account deletions and their progress' },
  admin: {
    operator_act: 'the audit log, append-only',
    card_import: 'card imports and their progress',
    card_import_part: 'the bytes of an import’s file, until it is done',
    card_import_fault: 'issues of an import’s lines',
  },
}

/** docs/data.md from the migrated database itself. */
export async function renderData(pool: pg.Pool): Promise<string> {
  const columns = await readColumns(pool)
  const tables = Object.entries(Object.groupBy(columns, ({ table }) => table))
  const known = Object.values(slices).flatMap((slice) => Object.keys(slice))
  const undocumented = tables.map(([name]) => name).filter((name) => !known.includes(name) && !name.startsWith('visit_event_'))
  if (undocumented.length > 0) throw new Error(`Describe these tables in scripts/render-data.ts: ${undocumented.join(', ')}`)

  const sections = Object.entries(slices).map(([slice, purposes]) => {
    const rows = Object.entries(purposes).map(([name, purpose]) => {
      const own = columns.filter(({ table }) => table === name)
      const keys = own.flatMap(({ column, isKey }) => (isKey ? [`\`${column}\``] : []))
      return `| \`${name}\` | ${purpose} | ${keys.join(', ')} |`
    })
    return [`| **${slice}** | | |`, ...rows].join('\n')
  })

  return `# Data

Generated from the migrated database by \`npm run docs\`; a test fails if it is out of date.

Every row belongs to a card (\`subject\`), an account or the installation. Primary keys of a card's rows begin with \`subject_id\`, so that tables can be sharded by card, and foreign keys include it. Documents that are edited together (settings, menus, reviews) are JSON, validated by the contract on write. Ids are version 7 UUIDs. Personal columns and how long they are retained: [privacy](privacy.md).

## Tables

| table | for | primary key |
|---|---|---|
${sections.join('\n')}

## Fields of a card

From \`contract/cards/card-fields.ts\`. A plain name is a column of \`subject\`; \`settings.…\` is a key of its settings. Visitors get a field if its permissions and switches are on.

| fields | type | visible to visitors | edited in |
|---|---|---|---|
${renderFields()}
`
}

/** One row for all fields with the same rules. */
function renderFields(): string {
  const fields = Object.entries(fieldOf).map(([name, field]) => ({ name, rules: rulesOf(field) }))
  return Object.entries(Object.groupBy(fields, ({ rules }) => rules))
    .map(([rules, alike = []]) => `| ${alike.map(({ name }) => `\`${name}\``).join(', ')} | ${rules} |`)
    .join('\n')
}

function rulesOf({ kind, max, isPrivate, isSeparate, toggle, permissions = [], enabledBy, section }: CardField): string {
  const conditions = [...permissions, ...[toggle, enabledBy].flatMap((flag) => flag ?? [])].map((condition) => `\`${condition}\``)
  const contents = [max ? `${kind}, up to ${max} characters` : kind, ...(isSeparate ? ['stored separately'] : [])].join(', ')
  return `${contents} | ${isPrivate ? 'never' : conditions.join(', ') || 'yes'} | ${section ?? ''}`
}

async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.table_name as "table", c.column_name as "column",
      exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = to_regclass(quote_ident(c.table_name)) and a.attname = c.column_name) as "isKey"
    from information_schema.columns c join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and not t.relispartition order by c.table_name, c.ordinal_position`)
  return rows
}
