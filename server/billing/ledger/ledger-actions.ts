import type { BillingAction } from '#contract/admin/admin-choices.ts'
import type { OfferCode } from '#contract/billing/plans.ts'
import { stateAt } from '../subscriptions/describe-subscription.ts'
import { inDays } from '../subscriptions/project-subscription.ts'
import type { Subscription } from '../tables.ts'

type LedgerAction = { act: BillingAction; offer?: OfferCode | undefined; days?: number | undefined }
/** `firstMonthStart`: the start of the consecutive paid months before this payment’s month. */
type Context = { subjectId: string; now: Date; lengths: { dunningDays: number; trialDays?: number }; firstMonthStart?: Date | null }

const always = ['pay', 'trial'] as const
const withRow = ['extend', 'end', 'free', 'card-good', 'card-expired', 'card-none'] as const

/** The actions that can be recorded in the current state. Refunds depend on the invoices instead. */
export function allowedActions(row: Subscription | null, now: Date): BillingAction[] {
  const state = stateAt(row, now)
  if (!row || state === 'none') return [...always, 'fail']
  const cancelOrResume = row.cancelAt ? (['resume'] as const) : (['cancel'] as const)
  if (state === 'trial' || state === 'paid') return [...always, ...withRow, 'fail', 'unpaid', ...cancelOrResume]
  if (state === 'dunning') return [...always, ...withRow, 'unpaid', ...cancelOrResume]
  if (state === 'unpaid') return [...always, ...withRow]
  return [...always, ...withRow.filter((act) => act !== 'end')]
}

/** The subscription after an action, for cards without a payment service; null: the card is on the free plan. */
export function nextSubscription(row: Subscription | null, action: LedgerAction, at: Context): Subscription | null {
  const next = applyAction(row, action, at)
  return next && { ...next, dunningUntil: next.state === 'dunning' ? next.dunningUntil : null }
}

function applyAction(row: Subscription | null, action: LedgerAction, at: Context): Subscription | null {
  const { now, lengths } = at
  const before = row ?? emptySubscription(at)
  const current = { ...before, updatedAt: now, provider: 'embedded', customerId: null, subscriptionId: null, providerAt: null }
  const state = stateAt(row, now)
  switch (action.act) {
    case 'pay':
      return applyPayment(current, action, at)
    case 'trial':
      return {
        ...current,
        ...cleared,
        state: 'trial',
        planCode: action.offer ?? current.planCode,
        hasCardOnFile: false,
        card: null,
        trialEndsAt: inDays(now, action.days ?? (lengths.trialDays || 30)),
      }
    case 'extend':
      return applyExtension(current, action.days ?? 0, now)
    case 'fail':
      return state === 'none'
        ? { ...current, ...cleared, state: 'unfinished', hasCardOnFile: true }
        : { ...current, state: 'dunning', dunningUntil: inDays(now, lengths.dunningDays) }
    case 'unpaid':
      return { ...current, state: 'unpaid', dunningUntil: null, cancelAt: null }
    case 'cancel':
      return { ...current, cancelAt: endOf(current, state) }
    case 'resume':
      return { ...current, cancelAt: null }
    case 'end':
      // An ended trial still shows that it has no payment card. A paid plan loses its remaining time: the next payment starts a new period.
      return state === 'trial'
        ? { ...current, state: 'expired', trialEndsAt: now, cancelAt: null }
        : { ...current, ...cutOff(current, now), state: 'cancelled', cancelAt: now, hasCardOnFile: true, isCardExpired: false }
    case 'free':
      return null
    case 'card-good':
      return { ...current, hasCardOnFile: true, isCardExpired: false }
    case 'card-expired':
      return { ...current, hasCardOnFile: true, isCardExpired: true }
    case 'card-none':
      return { ...current, hasCardOnFile: false, isCardExpired: false, card: null }
    case 'refund':
      return row
  }
}

/** Ends the trial and the paid period at `now`. */
function cutOff({ trialEndsAt, paidUntil }: Subscription, now: Date) {
  const capAtNow = (moment: Date | null) => (moment && moment > now ? now : moment)
  return { trialEndsAt: capAtNow(trialEndsAt), paidUntil: capAtNow(paidUntil) }
}

const cleared = { trialEndsAt: null, paidUntil: null, dunningUntil: null, cancelAt: null, isCardExpired: false } as const

function applyPayment(current: Subscription, { offer }: LedgerAction, { now, firstMonthStart }: Context): Subscription {
  const from = paidFrom(current, now)
  const paidUntil = addOneMonth(from, firstMonthStart ?? from)
  return {
    ...current,
    ...cleared,
    planCode: offer ?? current.planCode,
    state: 'paid',
    trialEndsAt: current.trialEndsAt,
    paidUntil,
    hasCardOnFile: true,
  }
}

/** An early payment starts after the trial or the paid period that is left. */
export function paidFrom(row: Subscription | null, now: Date): Date {
  const moments = row && row.provider === 'embedded' ? [row.trialEndsAt, row.paidUntil] : []
  return moments.reduce((latest: Date, moment) => (moment && moment > latest ? moment : latest), now)
}

function applyExtension(current: Subscription, days: number, now: Date): Subscription {
  const from = (moment: Date | null) => inDays(moment && moment > now ? moment : now, days)
  if (current.state === 'trial')
    return { ...current, trialEndsAt: from(current.trialEndsAt), cancelAt: current.cancelAt && from(current.trialEndsAt) }
  if (current.state === 'dunning')
    return { ...current, dunningUntil: from(current.dunningUntil), cancelAt: current.cancelAt && from(current.dunningUntil) }
  const keepsCancellation = current.state === 'paid' && current.cancelAt
  return {
    ...current,
    state: 'paid',
    paidUntil: from(current.paidUntil),
    dunningUntil: null,
    cancelAt: keepsCancellation ? from(current.paidUntil) : null,
  }
}

const endOf = ({ trialEndsAt, paidUntil, dunningUntil }: Subscription, state: string) =>
  state === 'trial' ? trialEndsAt : state === 'dunning' ? dunningUntil : paidUntil

function emptySubscription({ subjectId, now }: Context): Subscription {
  return {
    subjectId,
    planCode: 'PRO',
    state: 'unfinished',
    ...cleared,
    hasCardOnFile: false,
    card: null,
    provider: 'embedded',
    customerId: null,
    subscriptionId: null,
    providerAt: null,
    updatedAt: now,
  }
}

/** The same day of the next month as in the first month, or its last day: a short month does not shift the later ones. */
function addOneMonth(from: Date, first: Date): Date {
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + 2, 0)
  to.setUTCDate(Math.min(first.getUTCDate(), to.getUTCDate()))
  return to
}
