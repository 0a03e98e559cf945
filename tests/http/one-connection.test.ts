import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { findNestedConnections } from '../harness/find-nested-connections.ts'
import { buildCall } from './isolation/build-call.ts'
import { aTenant, type Tenant } from './isolation/a-tenant.ts'

let app: TestApp
let owner: Tenant
beforeAll(async () => {
  app = await anApp({ settings: { trustProxy: true } })
  owner = await aTenant(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const isLast = ({ name }: Endpoint) => /logout|endSession|erase|leave|remove/i.test(name)

test('no call or job requests a second connection inside a transaction', async () => {
  const watch = findNestedConnections(app)
  for (const endpoint of Object.values<Endpoint>(endpoints).toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    const { path, init } = buildCall(endpoint, owner.ids)
    await (await owner.ask(path, init)).arrayBuffer()
  }
  await app.deps.jobs.settle()
  expect(watch.transactions()).toBeGreaterThan(10)
  expect(watch.nested).toEqual([])
})

test('a second connection is detected', async () => {
  const watch = findNestedConnections(app)
  await app.deps.db.transaction(() => app.deps.db.execute(sql`select 1`))
  expect(watch.nested).toHaveLength(1)
})
