import { createHash, createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keyedHash, signWith } from './keyed-hash.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('PRIVACY the hash of an address is stable and depends on a secret', async () => {
  const { db, clock } = app.deps
  const hash = async () => (await keyedHash(db, 'ann@example.com', clock.now())).toString('hex')
  const keyed = await hash()
  expect(await hash()).toBe(keyed)
  const plain = [createHash('sha256'), createHmac('sha256', '')].map((made) => made.update('ann@example.com').digest('hex'))
  expect(plain).not.toContain(keyed)
  await db.execute(sql`delete from installation where name = 'hashes'`)
  expect(await hash()).not.toBe(keyed)
})

test('signing reads the secret once', async () => {
  const { db } = app.deps
  const sign = signWith(db)
  const signature = await sign('text')
  await db.execute(sql`delete from installation where name = 'hashes'`)
  expect(await sign('text')).toBe(signature)
})
