import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { ownOf } from '#contract/own-of.ts'
import type { PlanTold } from '../../features/account/home/subscription-view.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext } from '../../platform/provided.ts'
import { loadSubscription } from './load-subscription.ts'
import { loginHref, openAccount } from '../account/open-account.ts'
import { takeSubscriber } from './take-subscriber.ts'
import { fieldOf } from '../admin/tried.ts'

const acts = ['update-card', 'change', 'cancel', 'resume'] as const
type Act = (typeof acts)[number]

const hereOf = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`

/** The form that chooses a plan, or one of the buttons. */
export async function changeSubscription(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  if (fieldOf(form, 'intent') !== 'subscribe') {
    const told = await press(args, form)
    return data({ plan: told, sent: null, privacy: null }, { status: told.isBad ? 422 : 200 })
  }
  const open = await loadSubscription(args, await openAccount(args))
  if (!open?.form) throw redirect(open ? hereOf(open.view.alias) : '/account/subscription')
  const answer = await takeSubscriber(args, form, open.form)
  if (answer instanceof Response) throw answer
  return data({ plan: null, sent: answer.data, privacy: null }, answer.init ?? {})
}

/** What a button of the page about a card's plan does. What is done leads back to the page; what was refused is told on it. */
async function press({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>, form: FormData): Promise<PlanTold> {
  const t = translateFor(request)
  const alias = fieldOf(form, 'alias')
  const act = acts.find((one) => one === fieldOf(form, 'act'))
  if (!act) return { text: t('subscription.failed'), isBad: true }
  try {
    const { success, message } = await context
      .get(apiContext)
      .call('billing.manage', { input: { alias, act, redirect_url: `${hereOf(alias)}&told=back` } })
    if (typeof message === 'object') return { text: t('subscription.leaves'), isBad: false, href: message.url }
    if (success) throw redirect(`${hereOf(alias)}&told=${act}`)
    return { text: t(message === 'paid-by-person' ? 'subscription.pay' : 'subscription.failed'), isBad: true }
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    const { type, status } = thrown.problem
    if (status === 401) throw redirect(loginHref(hereOf(alias)))
    return { text: t(ownOf(refusals, type) ?? 'subscription.failed'), isBad: true }
  }
}

const refusals: Record<string, MessageKey> = {
  '/problems/not-subscribed': 'subscription.notSubscribed',
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/unavailable': 'subscription.away',
}

const toldBy: Record<Act | 'back', MessageKey | null> = {
  cancel: 'subscription.cancelled',
  resume: 'subscription.resumed',
  'update-card': null,
  change: null,
  back: null,
}

/** What an earlier press of a button came to. */
export function planToldOf(request: Request, t: Translate): PlanTold | null {
  const told = new URL(request.url).searchParams.get('told') ?? ''
  const key = Object.hasOwn(toldBy, told) ? toldBy[told as Act] : null
  return key && { text: t(key), isBad: false }
}
