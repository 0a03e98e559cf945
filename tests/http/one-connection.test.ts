import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { findNested } from '../harness/find-nested.ts'
import { aim } from './isolation/aim.ts'
import { aTenant, type Tenant } from './isolation/plant.ts'

let app: TestApp
let owner: Tenant
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
  owner = await aTenant(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const isLast = ({ name }: Endpoint) => /logout|endSession|erase|leave|remove/i.test(name)

test('no call, and no job that follows, asks for a second connection while it holds one in a transaction', async () => {
  const watch = findNested(app)
  for (const endpoint of Object.values<Endpoint>(endpoints).toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const { path, init } = aim(endpoint, owner.ids)
    await (await owner.ask(path, init)).arrayBuffer()
  }
  await app.needs.jobs.settle()
  expect(watch.transactions()).toBeGreaterThan(10)
  expect(watch.nested).toEqual([])
})

test('one that does is seen', async () => {
  const watch = findNested(app)
  await app.needs.db.transaction(() => app.needs.db.execute(sql`select 1`))
  expect(watch.nested).toHaveLength(1)
})
