import { createGunzip } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeCard } from '#server/cards/remove-card.ts'
import { unpack } from '#server/outside/tar.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aCustomer } from '../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn } from '../../tests/harness/signed-in.ts'
import { stripeStandIn, type StripeStandIn } from '../../tests/stand-ins/stripe.ts'
import { eraseCustomers } from './erase-customers.job.ts'

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

async function aSubscriber() {
  const { id, alias } = await aCard(app.needs, { plan: 'FREE' })
  const owner = await signedIn(app, id)
  const { message } = await owner.call('billing.subscribe', {
    input: { alias, customer: aCustomer({ first_name: 'Ottoline' }), plan: { plan_code: 'PRO' }, redirect_url: '/' },
  })
  stripe.acts.pay(typeof message === 'string' ? message : message.url)
  await stripe.webhooks.settled()
  await app.needs.jobs.settle()
  return { id, alias, owner }
}

const count = async (table: string, subjectId: string) => {
  const { rows } = await app.needs.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where subject_id = ${subjectId}`,
  )
  return rows[0]?.n
}

test('PRIVACY what was paid, by whom, stands in what an owner takes along', async () => {
  const { owner, alias } = await aSubscriber()
  const archive = Buffer.from(await (await owner.ask('/bff/archive')).arrayBuffer())
  for await (const { name, body } of unpack(Readable.from([archive]).pipe(createGunzip()))) {
    if (name !== `cards/${alias}/card.json`) continue
    expect(JSON.parse(body.toString()).billing).toMatchObject({
      customer: { first_name: 'Ottoline', billing_address: { city: 'Portland' } },
      subscription: { plan: 'PRO', state: 'paid', takenBy: 'stripe' },
      orders: [{ plan: 'PRO', state: 'done' }],
      invoices: [{ amount: 1500, refunded: 0, currency: 'USD', state: 'paid' }],
    })
    return
  }
  expect.unreachable('the card is not in it')
})

test('PRIVACY a card that goes is forgotten by the provider too, which charges no more; one that is away keeps nothing here', async () => {
  const { id } = await aSubscriber()
  const mine = () => [...stripe.account.subscriptions.values()].filter(({ metadata }) => metadata['subject_id'] === id)
  const customer = mine()[0]?.customer
  expect(await count('billing_event', id)).toBeGreaterThan(0)

  stripe.mood = 'closed'
  await removeCard(app.needs, id)
  for (const table of ['billing_event', 'billing_customer', 'billing_order', 'invoice', 'subscription', 'provider_subscription'])
    expect([table, await count(table, id)]).toEqual([table, 0])
  await expect(eraseCustomers(app.needs).run({})).rejects.toThrow('has not forgotten')
  expect(mine()[0]?.status).toBe('active')

  stripe.mood = 'good'
  await eraseCustomers(app.needs).run({})
  expect(mine()[0]?.status).toBe('canceled')
  await stripe.webhooks.settled()
  await app.needs.jobs.settle()
  expect((await app.needs.db.execute(sql`select 1 from customer_to_erase where customer_id = ${String(customer)}`)).rows).toEqual([])
})
