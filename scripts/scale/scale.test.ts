import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeCard } from '#server/cards/remove-card.ts'
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
})
