import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { putCustomer } from '#server/billing/provider/customer-store.ts'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { missingParentProblem } from '#server/database/constraint-of.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { drawCitus, leaveOut } from './draw-citus.ts'
import { findFaults } from './find-faults.ts'
import { leftOut, places, type Place } from './places.ts'
import { readCatalog } from './read-catalog.ts'

let app: TestApp
let pool: pg.Pool
beforeAll(async () => {
  app = await anApp()
  pool = new pg.Pool({ connectionString: app.settings.databaseUrl ?? '' })
})
afterAll(async () => {
  await pool.end()
  await app[Symbol.asyncDispose]()
})

describe('the tables', () => {
  test('can be spread over many machines by card, each of them', async () => {
    expect(findFaults(await readCatalog(pool), { places, leftOut })).toEqual([])
  })

  test('docs/scale/citus.sql is what spreads them', async () => {
    expect(readFileSync('docs/scale/citus.sql', 'utf8')).toBe(await drawCitus(pool))
  })

  test.each([
    ['create table stray (id uuid primary key)', 'stray: say in scripts/scale/places.ts where it lies'],
    ['create unique index one_mail on contact (email_address)', 'contact: the key one_mail holds only within one card'],
    ['alter table alias add constraint back foreign key (subject_id) references subject (id)', 'alias: back points at cards from outside'],
    ['alter table contact add constraint outward foreign key (name) references release_note (id)', 'contact: outward points at what only'],
    ['create sequence counting', 'the sequence counting: numbers'],
    ['create table loose (subject_id uuid)', 'loose: subject_id must name the card in each row'],
  ])('%s is noticed', async (statement, fault) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('create table release_note (id text primary key)')
      await client.query(statement)
      const placed: Record<string, Place> = {
        ...places,
        release_note: { with: 'coordinator' },
        ...(statement.includes('loose') && { loose: { with: 'card', by: 'subject_id' } }),
      }
      expect(findFaults(await readCatalog(client), { places: placed, leftOut }).join('\n')).toContain(fault)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('docs/scale/citus.sql', () => {
  test('moves each table once, while nothing refers to it, and gives back every reference it can', async () => {
    await using filled = await anApp()
    await signedIn(filled, (await aCard(filled.needs)).id)
    const client = await filled.needs.pool.connect()
    try {
      const before = await readCatalog(client)
      await client.query(inPlaceOfCitus)
      await client.query(readFileSync('docs/scale/citus.sql', 'utf8').replace(/^(\\set|create extension).*$/gm, ''))
      const { rows } = await client.query<{ name: string; goes: string }>('select name, goes from moved where is_emptied order by name')
      expect(rows).toEqual(
        Object.entries(places)
          .flatMap(([name, place]) => (place.with === 'coordinator' ? [] : { name, goes: place.with }))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
      )
      expect((await readCatalog(client)).references).toEqual(before.references.filter(({ name }) => !leftOut[name]))
    } finally {
      client.release()
    }
  })
})

/** Citus’ functions by their names: they note what they are told, and refuse what the real ones have trouble with. */
const inPlaceOfCitus = `
  create temp table moved (name text primary key, goes text not null, is_emptied boolean not null default false);
  create function note_move(name text, goes text) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception '% is tied to another', name;
    end if;
    insert into moved values (name, goes);
  end $$;
  create function create_reference_table(name text) returns void language sql as $$ select note_move(name, 'everyone') $$;
  create function create_distributed_table(name text, by_column text, shard_count int default 32, colocate_with text default 'default')
    returns void language sql as $$ select note_move(name, 'card') $$;
  create function truncate_local_data_after_distributing_table(emptied text) returns void language plpgsql as $$ begin
    update moved set is_emptied = true where name = emptied and not is_emptied;
    if not found then raise exception '% was not moved', emptied; end if;
  end $$;`

describe('without what many machines cannot guard', () => {
  beforeAll(async () => {
    for (const statement of leaveOut(await readCatalog(pool))) await pool.query(statement)
  })

  test('of two who take an alias at once one has it', async () => {
    const told = await Promise.allSettled([1, 2].map(() => aCard(app.needs, { alias: 'the-one' })))
    expect(told.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('a card that is removed leaves nothing that leads to it', async () => {
    const { id, alias } = await aCard(app.needs)
    await signedIn(app, id)
    const long = `${app.settings.publicUrl}/${alias}/home`
    await app.ask(`/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(long)}`, { headers: { 'x-csrf': '1' } })
    expect((await pool.query(`select code from short_link where subject_id = $1`, [id])).rowCount).toBe(1)
    await removeCard(app.needs, id)
    const { tables } = await readCatalog(pool)
    for (const { name, columns } of tables) {
      if (!columns.some((column) => column.name === 'subject_id') || name === 'operator_act') continue
      const { rows } = await pool.query(`select count(*)::int as count from ${name} where subject_id = $1`, [id])
      expect({ name, count: rows[0].count }).toEqual({ name, count: 0 })
    }
  })

  test('what a row is refused by is known by the name it has in a shard', async () => {
    for (const [table, name] of [
      ['alias', 'alias_pkey'],
      ['billing_customer', 'billing_customer_subject_id_fkey'],
      ['contact_count', 'contact_count_subject_id_fkey'],
    ])
      await pool.query(`alter table ${table} rename constraint ${name} to ${name}_102008`)
    await aCard(app.needs, { alias: 'another' })
    await expect(aCard(app.needs, { alias: 'another' })).rejects.toMatchObject({ problem: { type: '/problems/conflict' } })
    const nobody = '01a202bb-df9b-79d7-b434-a583cd4e9795'
    await expect(putCustomer(app.needs.db, nobody, somebody)).rejects.toMatchObject({ problem: { type: '/problems/card-not-found' } })
    const orphan = app.needs.db.execute(sql`insert into contact_count (subject_id, total) values (${nobody}, 1)`)
    expect(await orphan.catch(missingParentProblem)).toBe('card-not-found')
  })
})

const address = { attention: '', street: '12 Harbor Way', city: 'Portland', state: 'ME', country: 'US', zip: '04101', fax: '' }
const somebody = {
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
