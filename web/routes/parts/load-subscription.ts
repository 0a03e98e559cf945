import type { LoaderFunctionArgs } from 'react-router'
import type { SubscriptionView } from '../../features/account-home/subscription-page.tsx'
import { planState } from '../../features/accounts/plan-state.ts'
import { apiContext } from '../../platform/provided.ts'
import { sayFor } from './say-for.ts'

/** How the plan of one of one's cards stands: the one the address names or, where that is nobody's of theirs, the first. Null without a card. */
export async function loadSubscription({
  request,
  context,
}: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<SubscriptionView | null> {
  const api = context.get(apiContext)
  const say = sayFor(request)
  const cards = await api.call('cards.own')
  const named = new URL(request.url).searchParams.get('alias')?.toLowerCase()
  const card = cards.find(({ alias }) => alias === named) ?? cards[0]
  if (!card) return null
  const { subscription } = await api.call('cards.read', { params: { alias: card.alias } })
  const plan = planState(subscription)
  const nameOf = ({ fullName, alias }: { fullName: string; alias: string }) => fullName || alias
  return {
    alias: card.alias,
    name: nameOf(card),
    label: say(plan.label, { count: plan.days }),
    more: say(plan.more),
    kind: plan.kind,
    trial: plan.kind === 'trial' ? { daysLeft: plan.days, days: Math.max(plan.days, 30) } : null,
    others: cards.filter(({ alias }) => alias !== card.alias).map((other) => ({ alias: other.alias, name: nameOf(other) })),
  }
}
