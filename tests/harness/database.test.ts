import pg from 'pg'
import { expect, test } from 'vitest'
import { aDatabase } from './database.ts'

async function ask(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

test('a test’s database is migrated, empty and nobody else’s', async () => {
  await using one = await aDatabase()
  await using other = await aDatabase()

  await ask(one.url, 'create table note ()')
  expect(await ask(one.url, `select to_regclass('migration') is not null as migrated, to_regclass('note') is not null as seen`)).toEqual([
    { migrated: true, seen: true },
  ])
  expect(await ask(other.url, `select to_regclass('note') is not null as seen`)).toEqual([{ seen: false }])
})

test('a database is gone when its test lets go of it', async () => {
  const database = await aDatabase()
  await database[Symbol.asyncDispose]()

  await expect(ask(database.url, 'select 1')).rejects.toThrow(/does not exist/)
})
