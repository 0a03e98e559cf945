import { createHash, createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keyedHash } from './keyed-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('PRIVACY the hash of an address is stable, and cannot be guessed without the installation’s secret', async () => {
  const { db, clock } = app.needs
  const hash = async () => (await keyedHash(db, 'ann@example.com', clock.now())).toString('hex')
  const ours = await hash()
  expect(await hash()).toBe(ours)
  const plain = [createHash('sha256'), createHmac('sha256', '')].map((made) => made.update('ann@example.com').digest('hex'))
  expect(plain).not.toContain(ours)
  await db.execute(sql`delete from installation where name = 'hashes'`)
  expect(await hash()).not.toBe(ours)
})
