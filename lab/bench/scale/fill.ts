import { sql } from 'drizzle-orm'
import type { App } from '#server/app.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { target } from './assumptions.ts'

/** Copies of one card from the test factories, with accounts, links, contacts and a month of visits. */
export async function fill({ deps }: App, cards: number, events: number, contactsPerCard = target.contactsPerCard): Promise<void> {
  const run = (statement: string) => runUnlimited(deps, statement)
  const one = await aCard(deps)
  const copied = await columnsBut(deps, 'subject', ['id', 'key', 'alias', 'full_name'])
  await run(`insert into subject (id, key, alias, full_name, ${copied})
    select gen_random_uuid(), md5(g::text), 'card-' || substr(md5(g::text), 1, 12), 'Ada Winter ' || g, ${copied}
    from subject, generate_series(2, ${cards}) g where id = '${one.id}'`)
  await run(`insert into alias (name, subject_id) select alias, id from subject on conflict do nothing`)
  await run(`insert into account (id, email, name) select id, alias || '@example.com', full_name from subject`)
  await run(`insert into membership (subject_id, account_id) select id, id from subject`)
  await run(`insert into subscription (subject_id, plan_code, state, trial_ends_at)
    select id, 'PRO', 'trial', now() + interval '30 days' from subject on conflict do nothing`)
  await run(`insert into short_link (code, subject_id, long_url)
    select substr(md5(id::text || l), 1, 10), id, 'http://localhost:3000/' || alias || '/page-' || l
    from subject, generate_series(1, ${target.shortLinksPerCard}) l`)
  await run(`insert into contact (subject_id, id, submission_id, name, last_name, full_name, email_address, phone_number, company_name, tags, date_created)
    select id, gen_random_uuid(), gen_random_uuid(), 'Anna', 'Wren ' || g, 'Anna Wren ' || g, 'p' || g || '@example.com', '+1 207 555 ' || g,
      'Harbor Realty', array['Buyer'], now() - g * interval '7 hours' from subject, generate_series(1, ${contactsPerCard}) g`)
  await run(`insert into contact_consent (subject_id, contact_id, wording, wording_version, language)
    select subject_id, id, 'I agree that my details are kept and that I am written to.', '2026-11', 'en' from contact`)
  await run(`insert into contact_count (subject_id, total, plan_rank) select id, ${contactsPerCard}, 1 from subject
    on conflict (subject_id) do update set total = excluded.total, plan_rank = excluded.plan_rank`)
  // Visits follow a Zipf distribution: the second card has half as many as the first, and so on.
  await run(`insert into visit_event (subject_id, at, id, name, params)
    select c.id, now() - random() * interval '30 days', gen_random_uuid(), w.name, jsonb_build_object(w.dimension, w.value)
    from (select id, row_number() over (order by id) as place from subject) c
    cross join lateral generate_series(1, greatest(1, round(${events} / (0.58 + ln(${cards})) / c.place)::int)) v
    join (values (0, 'open_carte', 'platform_used', 'Mobile'), (1, 'page_view', 'page_name', 'home'), (2, 'page_view', 'page_name', 'home'),
      (3, 'open_carte', 'platform_used', 'Desktop'), (4, 'page_view', 'page_name', 'about'), (5, 'homepage_click', 'homepage_click', 'Call Me'),
      (6, 'page_view', 'page_name', 'reviews'), (7, 'homepage_click', 'homepage_click', 'Instagram')) w (k, name, dimension, value) on w.k = v % 8`)
  await run(`insert into visit_day (subject_id, day, name, dimension, value, count)
    select subject_id, at::date, name, key, value, count(*) from visit_event, jsonb_each_text(params) group by 1, 2, 3, 4, 5`)
}

/** In its own transaction without the time limits of requests. */
async function runUnlimited({ pool }: App['deps'], statement: string) {
  await pool.query({
    text: `begin; set local statement_timeout = 0; ${statement}; commit`,
    ...({ query_timeout: 1_800_000 } as object),
  })
}

/** Contacts of one card, with names, companies and labels to search for. */
export async function fillContacts({ deps }: App, subjectId: string, count: number) {
  const run = (statement: string) => runUnlimited(deps, statement)
  for (let from = 0; from < count; from += 20_000) {
    await run(`
      insert into contact (subject_id, id, submission_id, name, last_name, full_name, email_address, phone_number, company_name, tags, viewed, date_created)
      select '${subjectId}'::uuid, gen_random_uuid(), gen_random_uuid(), n.first, n.last, n.first || ' ' || n.last, 'p' || g || '@example.com', '+1 207 555 ' || g,
        (array['Oak', 'Elm', 'Harbor', 'Pine', 'Lantern', 'Mill'])[1 + (g * 7) % 6] || ' ' || (array['Realty', 'Homes', 'Partners', 'Bakery'])[1 + g % 4],
        array[(array['Buyer', 'Seller', 'Open house', 'Carte'])[1 + (g * 3) % 4]], true, now() - g * interval '7 minutes'
      from generate_series(${from}, ${Math.min(count, from + 20_000) - 1}) g,
      lateral (select (array['Anna', 'Tobias', 'Joanne', 'Lucia', 'Owen', 'Susanna', 'Ezra', 'Mina'])[1 + g % 8] as first,
        (array['Wren', 'Field', 'Bellmont', 'Marsh', 'Grizzy', 'Pike', 'Thorne'])[1 + (g / 8) % 7] || ' ' || g as last) n`)
  }
  await run(`insert into contact_count values ('${subjectId}', ${count}) on conflict (subject_id) do update set total = excluded.total`)
}

/** Visits of one card, with their counts by day and quarter of an hour. */
export async function fillVisits({ deps }: App, subjectId: string, count: number) {
  const run = (statement: string) => runUnlimited(deps, statement)
  const step = 100_000
  for (let from = 0; from < count; from += step) {
    await run(`
      insert into visit_event (subject_id, at, id, name, params)
      select '${subjectId}'::uuid, now() - (g % 86400) * interval '60 seconds', gen_random_uuid(), 'open_carte', '{"platform_used": "Mobile"}'
      from generate_series(${from}, ${Math.min(count, from + step) - 1}) g`)
  }
  await run(`
    insert into visit_day select '${subjectId}'::uuid, d::date, 'open_carte', 'platform_used', p, ${Math.ceil(count / 120)}
    from generate_series(now() - interval '59 days', now(), interval '1 day') d, unnest(array['Mobile', 'Desktop']) p`)
  await run(`
    insert into visit_quarter select '${subjectId}'::uuid, 'open_carte', 'platform_used', p, q, 1
    from generate_series(date_trunc('day', now()) - interval '59 days', now(), interval '15 minutes') q, unnest(array['Mobile', 'Desktop', 'Installed']) p`)
}

async function columnsBut({ db }: App['deps'], table: string, left: readonly string[]): Promise<string> {
  const { rows } = await db.execute<{ names: string }>(sql`
    select string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and not attname = any(${sql.param(left)})`)
  return rows[0]?.names ?? ''
}
