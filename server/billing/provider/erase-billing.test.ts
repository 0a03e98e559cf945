import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeCard } from '#server/cards/owned/remove-card.ts'
import { unpack } from '#server/integrations/tar.ts'
import { compareWithProvider } from './compare-with-provider.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { stripeStandIn, type StripeStandIn } from '../../../tests/stand-ins/stripe.ts'
import { ProviderError } from '#server/integrations/billing.ts'
import { upsertCustomer } from './customer-store.ts'
import { cleanUpProvider } from './cleanup.job.ts'

let stripe: StripeStandIn
let app: TestApp
beforeAll(async () => {
  stripe = await stripeStandIn({ startsAt: new Date('2026-03-02T12:00:00Z') })
  app = await anApp({ settings: stripe.settings, outside: { clock: stripe.clock } })
  stripe.webhooks.listener = (request) => app.fetch(request)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

async function aBuyer() {
  const { id, alias } = await aCard(app.deps, { plan: 'FREE' })
  const owner = await signedIn(app, id)
  async function subscribeUrl() {
    const { message } = await owner.call('billing.subscribe', {
      input: { alias, customer: aCustomer({ first_name: 'Ottoline' }), plan: { plan_code: 'PRO' }, redirect_url: '/' },
    })
    return typeof message === 'string' ? message : message.url
  }
  return { id, alias, owner, subscribeUrl }
}

async function aSubscriber() {
  const { id, alias, owner, subscribeUrl } = await aBuyer()
  stripe.acts.pay(await subscribeUrl())
  await stripe.webhooks.settled()
  await app.deps.jobs.settle()
  return { id, alias, owner }
}

const toErase = async (customer: unknown) =>
  (await app.deps.db.execute(sql`select 1 from customer_to_erase where customer_id = ${String(customer)}`)).rows
const count = async (table: string, subjectId: string) => {
  const { rows } = await app.deps.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where subject_id = ${subjectId}`,
  )
  return rows[0]?.n
}

test('PRIVACY an owner’s data export contains payments and billing details', async () => {
  const { owner, alias } = await aSubscriber()
  const archive = Buffer.from(await (await owner.ask('/bff/archive')).arrayBuffer())
  for await (const { name, body } of unpack(Readable.from([archive]).pipe(createGunzip()))) {
    if (name !== `cards/${alias}/card.json`) continue
    expect(JSON.parse(body.toString()).billing).toMatchObject({
      customer: { first_name: 'Ottoline', billing_address: { city: 'Portland' } },
      subscription: { plan: 'PRO', state: 'paid', provider: 'stripe' },
      orders: [{ plan: 'PRO', state: 'done' }],
      invoices: [{ amount: 1500, refunded: 0, currency: 'USD', state: 'paid' }],
    })
    return
  }
  expect.unreachable('the card is not in it')
})

test('PRIVACY deleting a card erases its customer, also after a provider outage', async () => {
  const { id } = await aSubscriber()
  const mine = () => [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata['subject_id'] === id)
  const customer = mine()[0]?.customer
  expect(await count('billing_event', id)).toBeGreaterThan(0)

  stripe.mood = 'closed'
  await removeCard(app.deps, id)
  for (const table of ['billing_event', 'billing_customer', 'billing_order', 'invoice', 'subscription', 'provider_subscription'])
    expect([table, await count(table, id)]).toEqual([table, 0])
  await cleanUpProvider(app.deps).run({})
  expect(await toErase(customer)).toHaveLength(1)
  expect(mine()[0]?.status).toBe('active')

  stripe.mood = 'good'
  await cleanUpProvider(app.deps).run({})
  expect(mine()[0]?.status).toBe('canceled')
  await stripe.webhooks.settled()
  await app.deps.jobs.settle()
  expect(await toErase(customer)).toEqual([])
  // The provider’s events about the end and the erasure are not stored either.
  const { rows } = await app.deps.db.execute<{ row: string }>(
    sql`select row_to_json(e)::text as row from billing_event e where customer_id = ${String(customer)}`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ row }) => row).join()).not.toMatch(/Ottoline|example\.com|Harbor/)
  expect((await compareWithProvider(app.deps))?.details).toEqual([])
})

test('SUB-3 PRIVACY deleting a card expires its open checkout', async () => {
  const { subscribeUrl, id } = await aBuyer()
  const url = await subscribeUrl()
  await removeCard(app.deps, id)
  stripe.mood = 'closed'
  await cleanUpProvider(app.deps).run({})
  stripe.mood = 'good'
  await cleanUpProvider(app.deps).run({})
  expect(stripe.acts.pay(url)).toBeNull()
  expect((await app.deps.db.execute(sql`select 1 from checkout_to_end`)).rows).toEqual([])
})

test('PRIVACY customers whose erasure the provider refuses do not delay others', async () => {
  const { provider } = app.deps.billing
  if (!provider) throw new Error('there is no payment provider')
  const asIs = { ...provider }
  const erased: string[] = []
  provider.eraseCustomer = async (id) => {
    if (id !== 'cus_behind') throw new ProviderError('rejected', 'No.')
    erased.push(id)
  }
  const { name } = provider
  await app.deps.db.execute(sql`insert into customer_to_erase (provider, customer_id, asked_at)
    select ${name}, 'cus_refused_' || n, '2020-01-01'::timestamptz from generate_series(1, 100) n
    union all select ${name}, 'cus_behind', '2020-01-02'`)
  await cleanUpProvider(app.deps).run({})
  await cleanUpProvider(app.deps).run({})
  Object.assign(provider, asIs)
  await app.deps.db.execute(sql`delete from customer_to_erase where customer_id like 'cus_refused_%'`)
  expect(erased).toEqual(['cus_behind'])
})

test('subscribing with a card deleted meanwhile answers that it does not exist', async () => {
  await expect(upsertCustomer(app.deps.db, crypto.randomUUID(), aCustomer())).rejects.toMatchObject({ problem: { status: 404 } })
})

test.each(['createCustomer', 'createCheckout'] as const)(
  'SUB-3 PRIVACY a card deleted during “%s” leaves no checkout or customer there',
  async (step) => {
    const { subscribeUrl, id } = await aBuyer()
    const { provider } = app.deps.billing
    if (!provider) throw new Error('nothing takes the money here')
    const asIs = { ...provider }
    const removed = async <T>(answer: Promise<T>) => {
      const response = await answer
      await removeCard(app.deps, id)
      return response
    }
    provider.createCustomer = (...of) => (step === 'createCustomer' ? removed(asIs.createCustomer(...of)) : asIs.createCustomer(...of))
    provider.createCheckout = (...of) => (step === 'createCheckout' ? removed(asIs.createCheckout(...of)) : asIs.createCheckout(...of))
    await expect(subscribeUrl()).rejects.toMatchObject({ problem: { status: step === 'createCustomer' ? 404 : 429 } })
    Object.assign(provider, asIs)
    await cleanUpProvider(app.deps).run({})
    const mine = [...stripe.account.customers.values()].filter(({ metadata }) => metadata['subject_id'] === id)
    expect(mine.map(({ deleted }) => deleted)).toEqual([true])
    const sessions = [...stripe.account.sessions.values()].filter(({ session }) => session.client_reference_id === id)
    expect(sessions.filter(({ session }) => session.status === 'open')).toEqual([])
  },
)
