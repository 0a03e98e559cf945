import type pg from 'pg'
import { fieldOf, type CardField } from '#contract/cards/card-fields.ts'

type Column = { table: string; column: string; type: string; isKey: boolean }
type Reference = { from: string; to: string }

/** What each table is for, by the slice that owns it, in street order. */
const slices: Record<string, Record<string, string>> = {
  installation: {
    installation: 'documents of the installation as a whole, and the keys it made for itself',
    migration: 'which migrations were applied',
    limit_window: 'how often somebody did something lately, by hash, for all servers together',
    spent:
      'what may be used once, and was: challenges, tokens, notices sent; who left at the provider a moment ago; under which subscription nobody listens any more',
  },
  accounts: {
    account: 'who can sign in',
    membership: 'whose card it is',
    session: 'who is signed in where, by hash',
    sign_in_link: 'one-time ways in, by hash',
    passkey: 'keys that devices keep for an account',
    account_identity: 'whom an outside provider knows under a name of its own',
  },
  billing: {
    plan: 'what can be bought',
    subscription: 'the state a card’s plan is in',
    billing_customer: 'who pays, as the provider needs it',
    billing_event: 'what a provider told us, before it is applied',
    billing_order: 'what was asked for and is not paid yet',
    billing_check: 'what comparing everything with a provider found',
    provider_subscription: 'a subscription as its provider tells of it',
    invoice: 'what was charged, and what of it was given back',
    receipt_number: 'the last number of our own receipts, year by year',
    billing_press: 'which press of a button noted something, so that the second notes nothing',
    checkout_to_end: 'pages of a provider on which nobody is to pay any more',
    customer_to_erase: 'whom a provider has to forget, because their card is gone',
  },
  media: {
    picture: 'which pictures a card has',
    uploaded_picture: 'pictures that wait for their card to be published',
    taken_picture: 'pictures that an operator took down',
  },
  push: { push_subscription: 'devices that want notices', push_topic: 'which notices' },
  cards: {
    subject: 'the card',
    alias: 'the directory from alias to card',
    subject_version: 'named variants',
    card_draft: 'what an owner changed and has not published',
    grade_service: 'the catalog of services',
    subject_service: 'which services a card links to',
    subject_component: 'values of a service, such as its review link',
    card_log: 'troubles a page told of',
    reserved_alias: 'addresses the operator keeps for somebody',
    card_submission: 'which press of “Create” a card came from',
    claim_code: 'what opens a card without an owner, once, by hash',
    claim_try: 'who tried a code at a card, and when, for a day or more',
    blocked_host: 'hosts that no card and no short link leads to',
    link_failure: 'links that did not open when they were checked at night, by hash',
    resting_alias: 'addresses of cards that went, by hash, until somebody else may have them',
  },
  reviews: { review_cache: 'the last good answer of a review service' },
  links: { short_link: 'short codes and where they lead' },
  visits: {
    visit_event: 'what happened, partitioned by month',
    visit_day: 'counts by day, which reports read',
    view_total: 'views of all cards by day, for the admin overview',
    visit_quarter: 'counts by quarter of an hour, which move them between days',
  },
  contacts: {
    contact: 'people who left their details',
    contact_consent: 'what they agreed to, in the words they read',
    contact_label: 'labels an owner made',
    contact_count: 'how many there are, counted where they come and go',
    mail_count: 'how many mails went to an address in a day, by hash',
  },
  releases: {
    release: 'versions and what changed, as the operator tells it',
    publication: 'stories and tour steps that stand in the place of our own, a document each',
  },
  abuse: { abuse_report: 'what people report of a card, and what its owner objects; nothing of who reports' },
  privacy: { account_leaving: 'who asked to be forgotten, when that is done, and how far it came' },
  desk: {
    operator_act: 'what operators did, line by line; never changed',
    card_import: 'files of cards on their way in, and how far they came',
    card_import_part: 'the bytes of such a file, until it is done',
    card_import_fault: 'what is wrong with its lines',
  },
}

/** docs/data.md from the migrated database itself. */
export async function drawData(pool: pg.Pool): Promise<string> {
  const columns = await readColumns(pool)
  const references = await readReferences(pool)
  const tables = Object.entries(Object.groupBy(columns, ({ table }) => table))
  const known = Object.values(slices).flatMap((slice) => Object.keys(slice))
  const strangers = tables.map(([name]) => name).filter((name) => !known.includes(name) && !name.startsWith('visit_event_'))
  if (strangers.length > 0) throw new Error(`say in scripts/draw-data.ts what these tables are for: ${strangers.join(', ')}`)

  const sections = Object.entries(slices).map(([slice, purposes]) => {
    const rows = Object.entries(purposes).map(([name, purpose]) => {
      const own = columns.filter(({ table }) => table === name)
      const keys = own.flatMap(({ column, isKey }) => (isKey ? [`\`${column}\``] : []))
      return `| \`${name}\` | ${purpose} | ${keys.join(', ')} | ${own.length} |`
    })
    return `### ${slice}\n\n| table | for | key | columns |\n|---|---|---|---|\n${rows.join('\n')}`
  })

  return `# Data

Drawn from the migrated database by \`npm run docs\`; a test fails when it is no longer true.

Every row belongs to a card (\`subject\`), to an account or to the installation. Keys of a card's rows begin with \`subject_id\`, so that tables can be spread over machines by card; \`alias\`, \`short_link\` and the
catalogs are directories, small enough to stand on each of them. Foreign keys carry the card, so a row cannot point into another's. Documents that are edited together (settings, menus, reviews) are JSON, checked by the
contract when they are written. Ids are UUIDs of version 7, made in the program.

## Picture

\`\`\`mermaid
erDiagram
${references.map(({ from, to }) => `  ${to} ||--o{ ${from} : ""`).join('\n')}
\`\`\`

## Tables

${sections.join('\n\n')}

## Fields of a card

From the one table of them, \`contract/cards/card-fields.ts\`. A plain name is a column of \`subject\`; \`settings.…\` is a key of its settings.

| field | holds | visitors see it | edited in |
|---|---|---|---|
${Object.entries(fieldOf).map(drawField).join('\n')}
`
}

function drawField([name, { kind, max, isPrivate, isApart, toggle, needs = [], while: other, section }]: [string, CardField]): string {
  const rules = [
    ...needs.map((right) => `with the right ${right}`),
    ...[toggle, other].flatMap((flag) => (flag ? [`with ${flag} on`] : [])),
  ]
  const holds = [max ? `${kind}, up to ${max} characters` : kind, ...(isApart ? ['stored apart'] : [])].join(', ')
  return `| \`${name}\` | ${holds} | ${isPrivate ? 'never' : rules.join(', ') || 'yes'} | ${section ?? ''} |`
}

async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query<Column>(`
    select c.table_name as "table", c.column_name as "column", c.data_type as "type",
      exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
        where i.indisprimary and i.indrelid = to_regclass(quote_ident(c.table_name)) and a.attname = c.column_name) as "isKey"
    from information_schema.columns c join pg_class t on t.oid = format('public.%I', c.table_name)::regclass
    where c.table_schema = 'public' and not t.relispartition order by c.table_name, c.ordinal_position`)
  return rows
}

async function readReferences(pool: pg.Pool): Promise<Reference[]> {
  const { rows } = await pool.query<Reference>(`
    select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`)
  return rows
}
