import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BillingActionInput } from '#contract/billing/admin-billing.ts'
import type { BillingAction } from '#contract/admin/admin-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn, signedInAs, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { recordBillingAction } from './record-billing-action.ts'
import { invoices, subscriptions } from '../tables.ts'

const dayMs = 86_400_000
const start = new Date('2026-03-31T12:00:00Z')
let now = start
let app: TestApp
let admin: SignedIn

beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } }, settings: { teamPrice: 'ask' } })
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())

const isProblem = (status: number, detail?: RegExp) =>
  expect.objectContaining({ problem: expect.objectContaining({ status, ...(detail ? { detail: expect.stringMatching(detail) } : {}) }) })
const issueOf = (code: string) => ({ problem: { status: 422, issues: [{ code }] } })

async function aBilledCard() {
  now = start
  const { id, alias } = await aCard(app.deps, { plan: 'FREE' })
  const owner = await signedIn(app, id)
  const record = (act: BillingAction, more: Partial<BillingActionInput> = {}) =>
    admin.call('admin.billingAction', { input: { alias, act, submissionId: randomUUID(), ...more } })
  // Sessions expire within the days that these tests advance, so log in again.
  const read = async () => (await signedInAs(app, admin.email)).call('admin.billing', { params: { alias } })
  const state = async () => (await signedInAs(app, owner.email)).call('billing.state', { params: { alias } })
  const inDays = (days: number) => (now = new Date(now.getTime() + days * dayMs))
  return { id, alias, owner, record, read, state, inDays }
}
type Billed = Awaited<ReturnType<typeof aBilledCard>>

/** Records directly, without HTTP limits and sessions. */
const recordDirectly = (id: string, alias: string, act: BillingAction, more: Partial<BillingActionInput> = {}) =>
  recordBillingAction(app.deps, id, { alias, act, submissionId: randomUUID(), ...more }, async () => {})

const dayOf = (moment: Date | null) => moment?.toISOString().slice(0, 10)
const flagsOf = ({ subscription, label }: { subscription: object; label: string }) => [
  label,
  ...Object.entries(subscription)
    .flatMap(([flag, value]) => (value === true ? [flag] : []))
    .sort(),
]

describe('SUB-2 SUB-3 an administrator can record every state of a plan', () => {
  test.each<[string, (card: Billed) => Promise<unknown>, string[]]>([
    ['none', async () => {}, ['free', 'isDeactivated', 'isFreemium', 'missingCreditCard']],
    ['a trial without a card', ({ record }) => record('trial'), ['trial', 'isActive', 'isInError', 'isTrial', 'missingCreditCard']],
    ['a trial with a card', ({ record }) => record('trial').then(() => record('card-good')), ['trial', 'isActive', 'isTrial']],
    [
      'a trial that ran out',
      ({ record, inDays }) => record('trial').then(() => inDays(31)),
      ['trialExpired', 'isDeactivated', 'missingCreditCard'],
    ],
    [
      'a trial that was ended',
      ({ record }) => record('trial').then(() => record('end')),
      ['trialExpired', 'isDeactivated', 'missingCreditCard'],
    ],
    ['paid', ({ record }) => record('pay'), ['active', 'isActive']],
    [
      'paid, its card expired',
      ({ record }) => record('pay').then(() => record('card-expired')),
      ['cardExpired', 'isActive', 'missingCreditCard'],
    ],
    [
      'paid, without a card',
      ({ record }) => record('pay').then(() => record('card-none')),
      ['cardExpired', 'isActive', 'missingCreditCard'],
    ],
    ['paid and canceled', ({ record }) => record('pay').then(() => record('cancel')), ['active', 'isActive']],
    ['paid, and run out', ({ record, inDays }) => record('pay').then(() => inDays(32)), ['expired', 'isDeactivated']],
    ['a payment that failed', ({ record }) => record('pay').then(() => record('fail')), ['dunning', 'isActive', 'isDunning', 'isInError']],
    [
      'one that failed long ago',
      ({ record, inDays }) =>
        record('pay')
          .then(() => record('fail'))
          .then(() => inDays(15)),
      ['unpaid', 'isInError', 'isUnpaid'],
    ],
    ['unpaid', ({ record }) => record('pay').then(() => record('unpaid')), ['unpaid', 'isInError', 'isUnpaid']],
    ['a first payment that failed', ({ record }) => record('fail'), ['expired', 'isInError']],
    ['ended', ({ record }) => record('pay').then(() => record('end')), ['expired', 'isDeactivated']],
    [
      'freed after a payment',
      ({ record }) => record('pay').then(() => record('free')),
      ['free', 'isDeactivated', 'isFreemium', 'missingCreditCard'],
    ],
  ])('%s', async (_, lead, flags) => {
    const card = await aBilledCard()
    await lead(card)
    expect(flagsOf(await card.state())).toEqual(flags)
    expect(flagsOf(await card.read())).toEqual(flags)
  })
})

describe('a payment', () => {
  test('opens PRO until the same day next month, or its last; the next continues there', async () => {
    const { record, state } = await aBilledCard()
    await record('pay')
    expect((await state()).paidUntil).toBe('2026-04-30T12:00:00.000Z')
    await record('pay')
    expect((await state()).paidUntil).toBe('2026-05-31T12:00:00.000Z')
  })

  describe('in consecutive months', () => {
    /** These tests advance by years. */
    async function aCardFrom(day: string) {
      const { id, alias, inDays } = await aBilledCard()
      now = new Date(`${day}T12:00:00Z`)
      const record = (act: BillingAction, more: Partial<BillingActionInput> = {}) => recordDirectly(id, alias, act, more)
      const pay = async () => {
        await record('pay')
        const [{ paidUntil } = { paidUntil: null }] = await app.deps.db.select().from(subscriptions).where(eq(subscriptions.subjectId, id))
        return dayOf(paidUntil)
      }
      return { id, record, pay, inDays }
    }

    test.each([
      ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
      ['2027-01-29', ['2027-02-28', '2027-03-29', '2027-04-29']],
      ['2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
      ['2027-11-15', ['2027-12-15', '2028-01-15', '2028-02-15']],
    ])('from %s on keeps its first day through months without that day', async (day, ends) => {
      const { id, pay } = await aCardFrom(day)
      for (const end of ends) expect(await pay()).toBe(end)
      const months = await app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id)).orderBy(invoices.periodStartsAt)
      expect(months.map(({ periodStartsAt, periodEndsAt }) => [dayOf(periodStartsAt), dayOf(periodEndsAt)])).toEqual(
        ends.map((end, at) => [ends[at - 1] ?? day, end]),
      )
    })

    test('from February 29 on returns to that day after four years', async () => {
      const { pay } = await aCardFrom('2028-02-29')
      const ends: unknown[] = []
      for (let month = 0; month < 48; month++) ends.push(await pay())
      expect([ends[0], ends[11], ends[12], ends[47]]).toEqual(['2028-03-29', '2029-02-28', '2029-03-29', '2032-02-29'])
    })

    test('keeps that day without gaps; a gap or an extension starts a new one', async () => {
      const { record, pay, inDays } = await aCardFrom('2027-01-31')
      await pay()
      inDays(28)
      expect(await pay()).toBe('2027-03-31')
      await record('extend', { days: 2 })
      expect(await pay()).toBe('2027-05-02')
      inDays(92)
      expect(dayOf(now)).toBe('2027-05-31')
      expect(await pay()).toBe('2027-06-30')
      expect(await pay()).toBe('2027-07-31')
    })

    test('returns to its day after a short month', async () => {
      const { id, pay } = await aCardFrom('2027-01-31')
      await pay()
      const [short, lost] = [new Date('2027-02-28T12:00:00Z'), new Date('2027-03-28T12:00:00Z')]
      const [first] = await app.deps.db.select().from(invoices).where(eq(invoices.subjectId, id))
      if (first) await app.deps.db.insert(invoices).values({ ...first, id: randomUUID(), periodStartsAt: short, periodEndsAt: lost })
      await app.deps.db.update(subscriptions).set({ paidUntil: lost }).where(eq(subscriptions.subjectId, id))
      expect(await pay()).toBe('2027-04-30')
    })
  })

  test('during a trial starts at its end', async () => {
    const { record, state, owner, alias } = await aBilledCard()
    await record('trial', { days: 10 })
    await record('pay')
    expect((await state()).paidUntil).toBe('2026-05-10T12:00:00.000Z')
    const [invoice] = await owner.call('billing.invoices', { params: { alias } })
    expect(invoice).toMatchObject({
      from: '2026-04-10T12:00:00.000Z',
      until: '2026-05-10T12:00:00.000Z',
      amount: 1500,
      currency: 'USD',
      state: 'paid',
    })
  })

  test('submitted twice, also concurrently, is one payment and one receipt', async () => {
    const { record, owner, alias, state } = await aBilledCard()
    const submissionId = randomUUID()
    await Promise.all([record('pay', { submissionId }), record('pay', { submissionId }), record('pay', { submissionId })])
    expect(await owner.call('billing.invoices', { params: { alias } })).toHaveLength(1)
    expect((await state()).paidUntil).toBe('2026-04-30T12:00:00.000Z')
    const acts = (await admin.call('admin.auditLog', { query: { q: alias } })).acts
    expect(acts.map(({ act, detail }) => [act, detail['amount'], detail['plan']])).toEqual([['billing.pay', 1500, 'PRO']])
  })

  test('gets the next receipt number without gaps, also concurrently', async () => {
    const cards = await Promise.all([aBilledCard(), aBilledCard(), aBilledCard(), aBilledCard()])
    await Promise.all(cards.map(({ record }) => record('pay')))
    const numbers = await Promise.all(
      cards.map(async ({ owner, alias }) => (await owner.call('billing.invoices', { params: { alias } }))[0]?.number ?? ''),
    )
    const counted = numbers.map((number) => Number(/^2026-(\d{6})$/.exec(number)?.[1])).sort((a, b) => a - b)
    expect(counted).toEqual(counted.map((_, at) => (counted[0] ?? 0) + at))
  })

  test('for a plan without a price needs an amount; PRO Team grants what PRO grants', async () => {
    const { record, read, state } = await aBilledCard()
    await expect(record('pay', { offer: 'PRO_TEAM' })).rejects.toMatchObject(issueOf('amountMissing'))
    await record('pay', { offer: 'PRO_TEAM', amount: '49,90' })
    expect(await state()).toMatchObject({ offer: 'PRO_TEAM', label: 'active' })
    expect((await read()).invoices[0]?.amount).toBe(4990)
  })

  test('undoes a cancellation', async () => {
    const { record, state } = await aBilledCard()
    await record('pay')
    await record('cancel')
    expect((await state()).cancelAt).toBe('2026-04-30T12:00:00.000Z')
    await record('resume')
    expect((await state()).cancelAt).toBeNull()
    await record('cancel')
    await record('pay')
    expect((await state()).cancelAt).toBeNull()
  })
})

describe('refunds and extensions', () => {
  test('refunds are recorded on the invoice, at most what was paid', async () => {
    const { record, read } = await aBilledCard()
    await record('pay')
    const invoice = (await read()).invoices[0]?.id ?? ''
    await record('refund', { invoice, amount: '4.90' })
    expect((await read()).invoices[0]?.refunded).toBe(490)
    await expect(record('refund', { invoice, amount: '10.20' })).rejects.toMatchObject(issueOf('refundTooLarge'))
    await record('refund', { invoice })
    expect((await read()).invoices[0]?.refunded).toBe(1500)
    expect((await read()).acts).not.toContain('refund')
    await expect(record('refund', { invoice })).rejects.toMatchObject(issueOf('invoiceRefunded'))
    await expect(record('refund', { invoice: randomUUID() })).rejects.toMatchObject(issueOf('invoiceNotPaid'))
  })

  test('ending a plan ends the paid period, so the next payment starts now', async () => {
    const { record, state, inDays } = await aBilledCard()
    await record('trial', { days: 40 })
    await record('pay')
    inDays(3)
    await record('end')
    expect((await state()).label).toBe('expired')
    inDays(1)
    await record('extend', { days: 7 })
    expect((await state()).paidUntil).toBe('2026-04-11T12:00:00.000Z')
    await record('end')
    await record('pay')
    expect((await state()).paidUntil).toBe('2026-05-04T12:00:00.000Z')
  })

  test('extra days are added to the current period', async () => {
    const { record, state } = await aBilledCard()
    await expect(record('extend', { days: 3 })).rejects.toEqual(isProblem(409))
    await record('trial', { days: 10 })
    await record('extend', { days: 5 })
    expect((await state()).subscription.trialDays).toBe(15)
    await record('end')
    await record('pay')
    await record('extend', { days: 2 })
    expect((await state()).paidUntil).toBe('2026-05-02T12:00:00.000Z')
    await expect(record('extend')).rejects.toMatchObject(issueOf('daysMissing'))
  })
})

test('an action not allowed in the current state is rejected and changes nothing', async () => {
  const { record, read } = await aBilledCard()
  for (const act of ['cancel', 'resume', 'end', 'unpaid', 'extend', 'card-good'] as const)
    await expect(record(act, { days: 1 })).rejects.toEqual(isProblem(409))
  expect((await read()).acts).toEqual(['pay', 'trial', 'fail'])
})

test.each<{ lead: BillingAction[] }>([
  { lead: [] },
  { lead: ['trial'] },
  { lead: ['pay'] },
  { lead: ['pay', 'cancel'] },
  { lead: ['pay', 'fail'] },
  { lead: ['pay', 'unpaid'] },
  { lead: ['pay', 'end'] },
  { lead: ['fail'] },
  { lead: ['trial', 'end'] },
])('every offered action can be recorded after $lead', async ({ lead }) => {
  now = start
  const aLedCard = async () => {
    const { id, alias } = await aCard(app.deps, { plan: 'FREE' })
    for (const act of lead) await recordDirectly(id, alias, act)
    return { alias, read: () => admin.call('admin.billing', { params: { alias } }) }
  }
  for (const act of (await (await aLedCard()).read()).acts) {
    const { alias, read } = await aLedCard()
    const input = { alias, act, days: 1, invoice: (await read()).invoices[0]?.id, submissionId: randomUUID() }
    const answer = await admin.call('admin.billingAction', { input }).catch((error: unknown) => error)
    expect(answer, `${lead.join(' ')} then ${act}`).toMatchObject({ success: 1 })
  }
})

describe('while a provider runs the subscription', () => {
  test('only refunds can be recorded, and setting a plan is rejected', async () => {
    const provider = { name: 'elsewhere' } as never
    await using there = await anApp({ outside: { clock: { now: () => now }, billing: { provider } } })
    const { id, alias } = await aCard(there.deps)
    await there.deps.db.execute(`update subscription set provider = 'elsewhere' where subject_id = '${id}'`)
    const boss = await signedIn(there, id)
    await there.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, boss.accountId))
    for (const act of ['pay', 'free', 'trial', 'cancel'] as const)
      await expect(boss.call('admin.billingAction', { input: { alias, act, submissionId: randomUUID() } })).rejects.toEqual(
        isProblem(409, /payment service/),
      )
    await expect(boss.call('admin.setPlan', { input: { alias, choice: 'FREE' } })).rejects.toEqual(isProblem(409, /payment service/))
    expect(await boss.call('admin.billing', { params: { alias } })).toMatchObject({ provider: 'elsewhere', acts: [], label: 'active' })
  })
})

describe('a receipt', () => {
  test('is a page in its owner’s language, with input escaped', async () => {
    const { record, owner, alias, id } = await aBilledCard()
    await owner.call('billing.subscribe', {
      input: {
        alias,
        plan: { plan_code: 'PRO' },
        redirect_url: '/',
        customer: aCustomer({ company_name: '<script>alert(1)</script> & Co' }),
      },
    })
    await record('pay')
    const [invoice] = await owner.call('billing.invoices', { params: { alias } })
    await record('refund', { invoice: invoice?.id ?? '', amount: '5' })
    const answer = await owner.ask(invoice?.url ?? '')
    const page = await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'; style-src 'sha256-/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const words of [
      invoice?.number ?? '',
      'USD 15.00',
      '−USD 5.00',
      'USD 10.00',
      '&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co',
      'March 31, 2026',
    ])
      expect(page.replaceAll('\u00a0', ' ')).toContain(words)
    expect(page).not.toContain('<script')
    await app.deps.db.update(accounts).set({ language: 'ro' }).where(eq(accounts.id, owner.accountId))
    expect(await (await owner.ask(invoice?.url ?? '')).text()).toContain('<html lang="ro">')

    const stranger = await signedIn(app, (await aCard(app.deps)).id)
    expect((await stranger.ask(invoice?.url ?? '')).status).toBe(404)
    expect((await app.ask(invoice?.url ?? '')).status).toBe(401)
    expect((await owner.ask(`/remote/subscription/me/receipt/${alias}/${randomUUID()}`)).status).toBe(404)
    expect(id).not.toBe('')
  })
})
