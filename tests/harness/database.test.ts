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

test('a test’s database is migrated, empty and its own', async () => {
  await using one = await aDatabase()
  await using other = await aDatabase()

  await ask(one.url, 'create table note ()')
  expect(
    await ask(one.url, `select to_regclass('migration') is not null as migrated, to_regclass('note') is not null as "hasNote"`),
  ).toEqual([{ migrated: true, hasNote: true }])
  expect(await ask(other.url, `select to_regclass('note') is not null as "hasNote"`)).toEqual([{ hasNote: false }])
})

test('a database is dropped when its test is done with it', async () => {
  const database = await aDatabase()
  await database[Symbol.asyncDispose]()

  await expect(ask(database.url, 'select 1')).rejects.toThrow(/does not exist/)
})
