import type { BillAct } from '#contract/admin/operator-choices.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import type { Subscription } from '../tables.ts'

const dayMs = 86_400_000

type LedgerWish = { act: BillAct; offer?: OfferCode | undefined; days?: number | undefined }
/** `monthsBegan`: of those paid one after the other until a payment’s own month begins. */
type At = { subjectId: string; now: Date; lengths: { dunningDays: number; trialDays?: number }; monthsBegan?: Date | null }

const always = ['pay', 'trial'] as const
const ofRow = ['extend', 'end', 'free', 'card-good', 'card-expired', 'card-none'] as const
const running = ['fail', 'unpaid', 'cancel'] as const

/** What can be noted of a card as it stands. Refunds depend on its invoices. */
export function possibleActs(row: Subscription | null, now: Date): BillAct[] {
  const state = stateAt(row, now)
  if (!row || state === 'none') return [...always, 'fail']
  const goesOn = row.cancelAt ? (['resume'] as const) : running.slice(2)
  if (state === 'trial' || state === 'paid') return [...always, ...ofRow, 'fail', 'unpaid', ...goesOn]
  if (state === 'dunning') return [...always, ...ofRow, 'unpaid', ...goesOn]
  if (state === 'unpaid') return [...always, ...ofRow]
  return [...always, ...ofRow.filter((act) => act !== 'end')]
}

/** The row after an act; null: the card is free. Where nobody else takes the money, this is the whole of it. */
export function nextSubscription(row: Subscription | null, wish: LedgerWish, at: At): Subscription | null {
  const next = noted(row, wish, at)
  return next && { ...next, dunningUntil: next.state === 'dunning' ? next.dunningUntil : null }
}

function noted(row: Subscription | null, wish: LedgerWish, at: At): Subscription | null {
  const { now, lengths } = at
  const before = row ?? blank(at)
  const is = { ...before, updatedAt: now, provider: 'embedded', customerId: null, subscriptionId: null, providerAt: null }
  const state = stateAt(row, now)
  switch (wish.act) {
    case 'pay':
      return paid(is, wish, at)
    case 'trial':
      return {
        ...is,
        ...open,
        state: 'trial',
        planCode: wish.offer ?? is.planCode,
        hasCardOnFile: false,
        card: null,
        trialEndsAt: inDays(now, wish.days ?? (lengths.trialDays || 30)),
      }
    case 'extend':
      return extended(is, wish.days ?? 0, now)
    case 'fail':
      return state === 'none'
        ? { ...is, ...open, state: 'unfinished', hasCardOnFile: true }
        : { ...is, state: 'dunning', dunningUntil: inDays(now, lengths.dunningDays) }
    case 'unpaid':
      return { ...is, state: 'unpaid', dunningUntil: null, cancelAt: null }
    case 'cancel':
      return { ...is, cancelAt: endOf(is, state) }
    case 'resume':
      return { ...is, cancelAt: null }
    case 'end':
      // An ended trial still shows that it has no payment card. A paid plan loses its remaining time: the next payment starts a new period.
      return state === 'trial'
        ? { ...is, state: 'expired', trialEndsAt: now, cancelAt: null }
        : { ...is, ...closed(is, now), state: 'cancelled', cancelAt: now, hasCardOnFile: true, isCardExpired: false }
    case 'free':
      return null
    case 'card-good':
      return { ...is, hasCardOnFile: true, isCardExpired: false }
    case 'card-expired':
      return { ...is, hasCardOnFile: true, isCardExpired: true }
    case 'card-none':
      return { ...is, hasCardOnFile: false, isCardExpired: false, card: null }
    case 'refund':
      return row
  }
}

/** Cuts the trial and the paid period off at `now`. */
function closed({ trialEndsAt, paidUntil }: Subscription, now: Date) {
  const atMost = (moment: Date | null) => (moment && moment > now ? now : moment)
  return { trialEndsAt: atMost(trialEndsAt), paidUntil: atMost(paidUntil) }
}

const open = { trialEndsAt: null, paidUntil: null, dunningUntil: null, cancelAt: null, isCardExpired: false } as const

function paid(is: Subscription, { offer }: LedgerWish, { now, monthsBegan }: At): Subscription {
  const from = paidFrom(is, now)
  const paidUntil = inAMonth(from, monthsBegan ?? from)
  return { ...is, ...open, planCode: offer ?? is.planCode, state: 'paid', trialEndsAt: is.trialEndsAt, paidUntil, hasCardOnFile: true }
}

/** What was given or paid before is not lost by paying early. */
export function paidFrom(row: Subscription | null, now: Date): Date {
  const moments = row && row.provider === 'embedded' ? [row.trialEndsAt, row.paidUntil] : []
  return moments.reduce((latest: Date, moment) => (moment && moment > latest ? moment : latest), now)
}

function extended(is: Subscription, days: number, now: Date): Subscription {
  const from = (moment: Date | null) => inDays(moment && moment > now ? moment : now, days)
  if (is.state === 'trial') return { ...is, trialEndsAt: from(is.trialEndsAt), cancelAt: is.cancelAt && from(is.trialEndsAt) }
  if (is.state === 'dunning') return { ...is, dunningUntil: from(is.dunningUntil), cancelAt: is.cancelAt && from(is.dunningUntil) }
  const goesOn = is.state === 'paid' && is.cancelAt
  return { ...is, state: 'paid', paidUntil: from(is.paidUntil), dunningUntil: null, cancelAt: goesOn ? from(is.paidUntil) : null }
}

const endOf = ({ trialEndsAt, paidUntil, dunningUntil }: Subscription, state: string) =>
  state === 'trial' ? trialEndsAt : state === 'dunning' ? dunningUntil : paidUntil

function blank({ subjectId, now }: At): Subscription {
  return {
    subjectId,
    planCode: 'PRO',
    state: 'unfinished',
    ...open,
    hasCardOnFile: false,
    card: null,
    provider: 'embedded',
    customerId: null,
    subscriptionId: null,
    providerAt: null,
    updatedAt: now,
  }
}

const inDays = (from: Date, days: number) => new Date(from.getTime() + days * dayMs)

/** In the next month, on the day the first one began, or on its last where it has no such day: one short month costs the others nothing. */
function inAMonth(from: Date, first: Date): Date {
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 2, 0)
  to.setUTCDate(Math.min(first.getUTCDate(), to.getUTCDate()))
  return to
}
