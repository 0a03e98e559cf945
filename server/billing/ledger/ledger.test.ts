import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BillWish } from '#contract/billing/operator-billing.ts'
import type { BillAct } from '#contract/admin/operator-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aCustomer } from '../../../tests/factories/customers.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn, signedInAs, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { noteBill } from './note-bill.ts'
import { invoices, subscriptions } from '../tables.ts'

const dayMs = 86_400_000
const start = new Date('2026-03-31T12:00:00Z')
let now = start
let app: TestApp
let operator: SignedIn

beforeAll(async () => {
  app = await anApp({ outside: { clock: { now: () => now } }, settings: { teamPrice: 'ask' } })
  operator = await signedIn(app, (await aCard(app.needs)).id)
  await app.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, operator.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())

const isRefused = (status: number, detail?: RegExp) =>
  expect.objectContaining({ problem: expect.objectContaining({ status, ...(detail ? { detail: expect.stringMatching(detail) } : {}) }) })

async function aBilledCard() {
  now = start
  const { id, alias } = await aCard(app.needs, { plan: 'FREE' })
  const owner = await signedIn(app, id)
  const note = (act: BillAct, more: Partial<BillWish> = {}) =>
    operator.call('operator.bill', { input: { alias, act, submissionId: randomUUID(), ...more } })
  // A session does not last as long as the days these tests let pass.
  const read = async () => (await signedInAs(app, operator.email)).call('operator.billing', { params: { alias } })
  const state = async () => (await signedInAs(app, owner.email)).call('billing.state', { params: { alias } })
  const inDays = (days: number) => (now = new Date(now.getTime() + days * dayMs))
  return { id, alias, owner, note, read, state, inDays }
}
type Billed = Awaited<ReturnType<typeof aBilledCard>>

const dayOf = (moment: Date | null) => moment?.toISOString().slice(0, 10)
const flagsOf = ({ subscription, label }: { subscription: object; label: string }) => [
  label,
  ...Object.entries(subscription)
    .flatMap(([flag, value]) => (value === true ? [flag] : []))
    .sort(),
]

describe('SUB-2 SUB-3 every state of a plan can be reached by what an operator notes', () => {
  test.each<[string, (card: Billed) => Promise<unknown>, string[]]>([
    ['none', async () => {}, ['free', 'isDeactivated', 'isFreemium', 'missingCreditCard']],
    ['a trial without a card', ({ note }) => note('trial'), ['trial', 'isActive', 'isInError', 'isTrial', 'missingCreditCard']],
    ['a trial with a card', ({ note }) => note('trial').then(() => note('card-good')), ['trial', 'isActive', 'isTrial']],
    [
      'a trial that ran out',
      ({ note, inDays }) => note('trial').then(() => inDays(31)),
      ['trialExpired', 'isDeactivated', 'missingCreditCard'],
    ],
    ['a trial that was ended', ({ note }) => note('trial').then(() => note('end')), ['trialExpired', 'isDeactivated', 'missingCreditCard']],
    ['paid', ({ note }) => note('pay'), ['active', 'isActive']],
    [
      'paid, its card expired',
      ({ note }) => note('pay').then(() => note('card-expired')),
      ['cardExpired', 'isActive', 'missingCreditCard'],
    ],
    ['paid, without a card', ({ note }) => note('pay').then(() => note('card-none')), ['cardExpired', 'isActive', 'missingCreditCard']],
    ['paid and cancelled', ({ note }) => note('pay').then(() => note('cancel')), ['active', 'isActive']],
    ['paid, and run out', ({ note, inDays }) => note('pay').then(() => inDays(32)), ['expired', 'isDeactivated']],
    ['a payment that failed', ({ note }) => note('pay').then(() => note('fail')), ['dunning', 'isActive', 'isDunning', 'isInError']],
    [
      'one that failed long ago',
      ({ note, inDays }) =>
        note('pay')
          .then(() => note('fail'))
          .then(() => inDays(15)),
      ['unpaid', 'isInError', 'isUnpaid'],
    ],
    ['unpaid', ({ note }) => note('pay').then(() => note('unpaid')), ['unpaid', 'isInError', 'isUnpaid']],
    ['a first payment that failed', ({ note }) => note('fail'), ['expired', 'isInError']],
    ['ended', ({ note }) => note('pay').then(() => note('end')), ['expired', 'isDeactivated']],
    ['given back', ({ note }) => note('pay').then(() => note('free')), ['free', 'isDeactivated', 'isFreemium', 'missingCreditCard']],
  ])('%s', async (_, lead, flags) => {
    const card = await aBilledCard()
    await lead(card)
    expect(flagsOf(await card.state())).toEqual(flags)
    expect(flagsOf(await card.read())).toEqual(flags)
  })
})

describe('a payment', () => {
  test('opens PRO until the same day next month, or its last, and the next one goes on from there', async () => {
    const { note, state } = await aBilledCard()
    await note('pay')
    expect((await state()).paidUntil).toBe('2026-04-30T12:00:00.000Z')
    await note('pay')
    expect((await state()).paidUntil).toBe('2026-05-31T12:00:00.000Z')
  })

  describe('of a month after the other', () => {
    /** Noted as the desk notes it, past its limits and sessions: these tests let years pass. */
    async function aCardFrom(day: string) {
      const { id, alias, inDays } = await aBilledCard()
      now = new Date(`${day}T12:00:00Z`)
      const note = (act: BillAct, more: Partial<BillWish> = {}) =>
        noteBill(app.needs, id, { alias, act, submissionId: randomUUID(), ...more }, async () => {})
      const pay = async () => {
        await note('pay')
        const [{ paidUntil } = { paidUntil: null }] = await app.needs.db.select().from(subscriptions).where(eq(subscriptions.subjectId, id))
        return dayOf(paidUntil)
      }
      return { id, note, pay, inDays }
    }

    test.each([
      ['2027-01-31', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']],
      ['2027-01-29', ['2027-02-28', '2027-03-29', '2027-04-29']],
      ['2027-12-30', ['2028-01-30', '2028-02-29', '2028-03-30']],
      ['2027-11-15', ['2027-12-15', '2028-01-15', '2028-02-15']],
    ])('from %s on keeps the day it began on, through months that do not have it', async (day, ends) => {
      const { id, pay } = await aCardFrom(day)
      for (const end of ends) expect(await pay()).toBe(end)
      const months = await app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id)).orderBy(invoices.periodStartsAt)
      expect(months.map(({ periodStartsAt, periodEndsAt }) => [dayOf(periodStartsAt), dayOf(periodEndsAt)])).toEqual(
        ends.map((end, at) => [ends[at - 1] ?? day, end]),
      )
    })

    test('from the 29th of February on finds it again in four years', async () => {
      const { pay } = await aCardFrom('2028-02-29')
      const ends: unknown[] = []
      for (let month = 0; month < 48; month++) ends.push(await pay())
      expect([ends[0], ends[11], ends[12], ends[47]]).toEqual(['2028-03-29', '2029-02-28', '2029-03-29', '2032-02-29'])
    })

    test('keeps that day where each is paid when the last one ends; after a gap, or days that were given, a new one counts', async () => {
      const { note, pay, inDays } = await aCardFrom('2027-01-31')
      await pay()
      inDays(28)
      expect(await pay()).toBe('2027-03-31')
      await note('extend', { days: 2 })
      expect(await pay()).toBe('2027-05-02')
      inDays(92)
      expect(dayOf(now)).toBe('2027-05-31')
      expect(await pay()).toBe('2027-06-30')
      expect(await pay()).toBe('2027-07-31')
    })

    test('finds its day again where it was lost in a short month before', async () => {
      const { id, pay } = await aCardFrom('2027-01-31')
      await pay()
      const [short, lost] = [new Date('2027-02-28T12:00:00Z'), new Date('2027-03-28T12:00:00Z')]
      const [first] = await app.needs.db.select().from(invoices).where(eq(invoices.subjectId, id))
      if (first) await app.needs.db.insert(invoices).values({ ...first, id: randomUUID(), periodStartsAt: short, periodEndsAt: lost })
      await app.needs.db.update(subscriptions).set({ paidUntil: lost }).where(eq(subscriptions.subjectId, id))
      expect(await pay()).toBe('2027-04-30')
    })
  })

  test('in a trial begins where the trial ends', async () => {
    const { note, state, owner, alias } = await aBilledCard()
    await note('trial', { days: 10 })
    await note('pay')
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

  test('pressed twice, also at once, is one payment and one receipt', async () => {
    const { note, owner, alias, state } = await aBilledCard()
    const submissionId = randomUUID()
    await Promise.all([note('pay', { submissionId }), note('pay', { submissionId }), note('pay', { submissionId })])
    expect(await owner.call('billing.invoices', { params: { alias } })).toHaveLength(1)
    expect((await state()).paidUntil).toBe('2026-04-30T12:00:00.000Z')
    const acts = (await operator.call('operator.acts', { query: { q: alias } })).acts
    expect(acts.map(({ act, detail }) => [act, detail['amount'], detail['plan']])).toEqual([['billing.pay', 1500, 'PRO']])
  })

  test('carries the next number of the installation, without gaps, however many are noted at once', async () => {
    const cards = await Promise.all([aBilledCard(), aBilledCard(), aBilledCard(), aBilledCard()])
    await Promise.all(cards.map(({ note }) => note('pay')))
    const numbers = await Promise.all(
      cards.map(async ({ owner, alias }) => (await owner.call('billing.invoices', { params: { alias } }))[0]?.number ?? ''),
    )
    const counted = numbers.map((number) => Number(/^2026-(\d{6})$/.exec(number)?.[1])).sort((a, b) => a - b)
    expect(counted).toEqual(counted.map((_, at) => (counted[0] ?? 0) + at))
  })

  test('of a plan without a price here needs an amount; PRO Team opens what PRO opens', async () => {
    const { note, read, state } = await aBilledCard()
    await expect(note('pay', { offer: 'PRO_TEAM' })).rejects.toEqual(isRefused(422))
    await note('pay', { offer: 'PRO_TEAM', amount: '49,90' })
    expect(await state()).toMatchObject({ offer: 'PRO_TEAM', label: 'active' })
    expect((await read()).invoices[0]?.amount).toBe(4990)
  })

  test('takes a cancellation back', async () => {
    const { note, state } = await aBilledCard()
    await note('pay')
    await note('cancel')
    expect((await state()).cancelAt).toBe('2026-04-30T12:00:00.000Z')
    await note('resume')
    expect((await state()).cancelAt).toBeNull()
    await note('cancel')
    await note('pay')
    expect((await state()).cancelAt).toBeNull()
  })
})

describe('what is given', () => {
  test('back stays on the invoice, a part and then the rest, never more than was paid', async () => {
    const { note, read } = await aBilledCard()
    await note('pay')
    const invoice = (await read()).invoices[0]?.id ?? ''
    await note('refund', { invoice, amount: '4.90' })
    expect((await read()).invoices[0]?.refunded).toBe(490)
    await expect(note('refund', { invoice, amount: '10.20' })).rejects.toEqual(isRefused(422))
    await note('refund', { invoice })
    expect((await read()).invoices[0]?.refunded).toBe(1500)
    expect((await read()).acts).not.toContain('refund')
    await expect(note('refund', { invoice })).rejects.toEqual(isRefused(422))
    await expect(note('refund', { invoice: randomUUID() })).rejects.toEqual(isRefused(422))
  })

  test('closes what was paid when the plan is ended, so that the next payment buys one month from now', async () => {
    const { note, state, inDays } = await aBilledCard()
    await note('trial', { days: 40 })
    await note('pay')
    inDays(3)
    await note('end')
    expect((await state()).label).toBe('expired')
    inDays(1)
    await note('extend', { days: 7 })
    expect((await state()).paidUntil).toBe('2026-04-11T12:00:00.000Z')
    await note('end')
    await note('pay')
    expect((await state()).paidUntil).toBe('2026-05-04T12:00:00.000Z')
  })

  test('as days goes on top of what there is', async () => {
    const { note, state } = await aBilledCard()
    await expect(note('extend', { days: 3 })).rejects.toEqual(isRefused(409))
    await note('trial', { days: 10 })
    await note('extend', { days: 5 })
    expect((await state()).subscription.trialDays).toBe(15)
    await note('end')
    await note('pay')
    await note('extend', { days: 2 })
    expect((await state()).paidUntil).toBe('2026-05-02T12:00:00.000Z')
    await expect(note('extend')).rejects.toEqual(isRefused(422))
  })
})

test('what cannot be noted as a card stands is refused, and changes nothing', async () => {
  const { note, read } = await aBilledCard()
  for (const act of ['cancel', 'resume', 'end', 'unpaid', 'extend', 'card-good'] as const)
    await expect(note(act, { days: 1 })).rejects.toEqual(isRefused(409))
  expect((await read()).acts).toEqual(['pay', 'trial', 'fail'])
})

test('everything that read.acts offers can be noted, from wherever it is offered', async () => {
  const leads: BillAct[][] = [
    [],
    ['trial'],
    ['pay'],
    ['pay', 'cancel'],
    ['pay', 'fail'],
    ['pay', 'unpaid'],
    ['pay', 'end'],
    ['fail'],
    ['trial', 'end'],
  ]
  for (const lead of leads) {
    const probe = await aBilledCard()
    for (const act of lead) await probe.note(act)
    for (const act of (await probe.read()).acts) {
      const card = await aBilledCard()
      for (const step of lead) await card.note(step)
      const wish = { days: 1, invoice: (await card.read()).invoices[0]?.id }
      const answer = await card.note(act, wish).catch((trouble: unknown) => trouble)
      expect(answer, `${lead.join(' ')} then ${act}`).toMatchObject({ success: 1 })
    }
  }
}, 60_000)

describe('where a provider runs the subscription', () => {
  test('nothing but a refund can be noted, and setting a plan is refused', async () => {
    const provider = { name: 'elsewhere' } as never
    await using there = await anApp({ outside: { clock: { now: () => now }, billing: { provider } } })
    const { id, alias } = await aCard(there.needs)
    await there.needs.db.execute(`update subscription set provider = 'elsewhere' where subject_id = '${id}'`)
    const boss = await signedIn(there, id)
    await there.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, boss.accountId))
    for (const act of ['pay', 'free', 'trial', 'cancel'] as const)
      await expect(boss.call('operator.bill', { input: { alias, act, submissionId: randomUUID() } })).rejects.toEqual(
        isRefused(409, /payment service/),
      )
    await expect(boss.call('operator.setPlan', { input: { alias, choice: 'FREE' } })).rejects.toEqual(isRefused(409, /payment service/))
    expect(await boss.call('operator.billing', { params: { alias } })).toMatchObject({ provider: 'elsewhere', acts: [], label: 'active' })
  })
})

describe('a receipt', () => {
  test('is a page of its own in its owner’s language, with what was typed as text', async () => {
    const { note, owner, alias, id } = await aBilledCard()
    await owner.call('billing.subscribe', {
      input: {
        alias,
        plan: { plan_code: 'PRO' },
        redirect_url: '/',
        customer: aCustomer({ company_name: '<script>alert(1)</script> & Co' }),
      },
    })
    await note('pay')
    const [invoice] = await owner.call('billing.invoices', { params: { alias } })
    await note('refund', { invoice: invoice?.id ?? '', amount: '5' })
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
    await app.needs.db.update(accounts).set({ language: 'ro' }).where(eq(accounts.id, owner.accountId))
    expect(await (await owner.ask(invoice?.url ?? '')).text()).toContain('<html lang="ro">')

    const stranger = await signedIn(app, (await aCard(app.needs)).id)
    expect((await stranger.ask(invoice?.url ?? '')).status).toBe(404)
    expect((await app.ask(invoice?.url ?? '')).status).toBe(401)
    expect((await owner.ask(`/remote/subscription/me/receipt/${alias}/${randomUUID()}`)).status).toBe(404)
    expect(id).not.toBe('')
  })
})
