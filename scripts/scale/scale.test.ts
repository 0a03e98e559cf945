import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upsertCustomer } from '#server/billing/provider/customer-store.ts'
import { makeClaimCode } from '#server/cards/claims/make-claim-code.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { missingParentProblem } from '#server/database/constraint-of.ts'
import { shortenLink } from '#server/links/shorten-link.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { meanwhile } from '../../tests/harness/meanwhile.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { findIssues } from './find-issues.ts'
import { droppedConstraints, placements, type Placement } from '#server/database/sharding/placements.ts'
import { dropConstraints } from '#server/database/sharding/plan-distribution.ts'
import { readCatalog } from '#server/database/sharding/read-catalog.ts'
import { renderCitus } from './render-citus.ts'

let app: TestApp
let pool: pg.Pool
beforeAll(async () => {
  app = await anApp()
  pool = app.deps.pool
})
afterAll(() => app[Symbol.asyncDispose]())

describe('the tables', () => {
  test('can all be distributed by card', async () => {
    expect(findIssues(await readCatalog(pool), { placements, droppedConstraints })).toEqual([])
  })

  test('match docs/scale/citus.sql', async () => {
    expect(readFileSync('docs/scale/citus.sql', 'utf8')).toBe(await renderCitus(pool))
  })

  test.each([
    ['create table stray (id uuid primary key)', 'stray: add it to server/database/sharding/placements.ts'],
    ['create unique index one_mail on contact (email_address)', 'contact: the key one_mail holds only within one card'],
    ['alter table alias add constraint back foreign key (subject_id) references subject (id)', 'alias: back points at cards from outside'],
    ['alter table contact add constraint outward foreign key (name) references release_note (id)', 'contact: outward points at what only'],
    ['create sequence counting', 'the sequence counting: numbers'],
    ['create table loose (subject_id uuid)', 'loose: subject_id must name the card in each row'],
  ])('%s is detected', async (statement, issue) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('create table release_note (id text primary key)')
      await client.query(statement)
      const placed: Record<string, Placement> = {
        ...placements,
        release_note: { with: 'coordinator' },
        ...(statement.includes('loose') && { loose: { with: 'card', by: 'subject_id' } }),
      }
      expect(findIssues(await readCatalog(client), { placements: placed, droppedConstraints }).join('\n')).toContain(issue)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('docs/scale/citus.sql', () => {
  test('moves each table once, unreferenced, and restores every possible reference', async () => {
    await using filled = await anApp()
    await signedIn(filled, (await aCard(filled.deps)).id)
    const client = await filled.deps.pool.connect()
    try {
      const before = await readCatalog(client)
      await client.query(citusStandIn)
      await client.query(readFileSync('docs/scale/citus.sql', 'utf8').replace(/^(\\set|create extension).*$/gm, ''))
      const { rows } = await client.query<{ name: string; placement: string }>(
        'select name, placement from moved where is_emptied order by name',
      )
      expect(rows).toEqual(
        Object.entries(placements)
          .flatMap(([name, place]) => (place.with === 'coordinator' ? [] : { name, placement: place.with }))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      )
      expect((await readCatalog(client)).references).toEqual(before.references.filter(({ name }) => !droppedConstraints[name]))
    } finally {
      client.release()
    }
  })
})

/** Stand-ins for Citus’ functions: they record their calls and refuse what the real ones can’t do. */
const citusStandIn = `
  create temp table moved (name text primary key, placement text not null, is_emptied boolean not null default false);
  create function note_move(name text, placement text) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception '% is tied to another', name;
    end if;
    insert into moved values (name, placement);
  end $$;
  create function create_reference_table(name text) returns void language sql as $$ select note_move(name, 'reference') $$;
  create function create_distributed_table(name text, by_column text, shard_count int default 32, colocate_with text default 'default')
    returns void language sql as $$ select note_move(name, 'card') $$;
  create function truncate_local_data_after_distributing_table(emptied text) returns void language plpgsql as $$ begin
    update moved set is_emptied = true where name = emptied and not is_emptied;
    if not found then raise exception '% was not moved', emptied; end if;
  end $$;`

describe('without the constraints that can’t span machines', () => {
  beforeAll(async () => {
    for (const statement of dropConstraints(await readCatalog(pool))) await pool.query(statement)
  })

  test('of two concurrent cards with an alias one is created', async () => {
    const results = await Promise.allSettled([1, 2].map(() => aCard(app.deps, { alias: 'the-one' })))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('deleting a card leaves no rows of it', async () => {
    const { id, alias } = await aCard(app.deps)
    await signedIn(app, id)
    const long = `${app.settings.publicUrl}/${alias}/home`
    await app.ask(`/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(long)}`, { headers: { 'x-csrf': '1' } })
    expect((await pool.query(`select code from short_link where subject_id = $1`, [id])).rowCount).toBe(1)
    await removeCard(app.deps, id)
    const { tables } = await readCatalog(pool)
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'subject_id') || name === 'operator_act') continue
      const { rows } = await pool.query(`select count(*)::int as count from ${name} where subject_id = $1`, [id])
      expect({ name, count: rows[0].count }).toEqual({ name, count: 0 })
    }
  })

  test.each([
    ['short link', 'short_link', (alias: string) => shortenLink(app.deps, `${app.settings.publicUrl}/${alias}/home`, alias)],
    ['claim code', 'subject', (alias: string) => makeClaimCode(app.deps, alias, 'mail')],
  ] as const)('a card deleted meanwhile gets no %s', async (_, read, add) => {
    const { id, alias } = await aCard(app.deps)
    using deletion = meanwhile(
      app.deps.pool,
      (text) => text.includes(`from "${read}" where`),
      () => removeCard(app.deps, id),
    )
    await expect(add(alias)).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
    await deletion.outcome()
    for (const table of ['short_link', 'claim_code'])
      expect((await pool.query(`select from ${table} where subject_id = $1`, [id])).rowCount).toBe(0)
  })

  test('constraint violations are recognized by their names in a shard', async () => {
    for (const [table, name] of [
      ['alias', 'alias_pkey'],
      ['contact_count', 'contact_count_subject_id_fkey'],
    ])
      await pool.query(`alter table ${table} rename constraint ${name} to ${name}_102008`)
    await aCard(app.deps, { alias: 'another' })
    await expect(aCard(app.deps, { alias: 'another' })).rejects.toMatchObject({ problem: { type: '/problems/conflict' } })
    const missingId = '01a202bb-df9b-79d7-b434-a583cd4e9795'
    await expect(upsertCustomer(app.deps.db, missingId, customer)).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
    const orphan = app.deps.db.execute(sql`insert into contact_count (subject_id, total) values (${missingId}, 1)`)
    expect(await orphan.catch(missingParentProblem)).toBe('card-not-found')
  })
})

const address = { attention: '', street: '12 Harbor Way', city: 'Portland', state: 'ME', country: 'US', zip: '04101', fax: '' }
const customer = {
  first_name: 'Ada',
  last_name: 'Winter',
  display_name: '',
  email: 'ada@example.com',
  company_name: 'Winter & Daughters',
  phone: '(207) 555-0101',
  mobile: '(207) 555-0102',
  billing_address: address,
  shipping_address: address,
}
