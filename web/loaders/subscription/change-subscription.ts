import { data, redirect, type ActionFunctionArgs } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { ownProperty } from '#common/own-property.ts'
import type { PlanNotice } from '../../features/account/home/subscription-view.ts'
import type { MessageKey, Translate } from '#common/messages/message.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext } from '../../platform/router-context.ts'
import { loadSubscription } from './load-subscription.ts'
import { loginHref, openAccount } from '../open-account.ts'
import { submitSubscriber } from './submit-subscriber.ts'
import { fieldOf } from '../submit-form.ts'

const acts = ['update-card', 'change', 'cancel', 'resume'] as const
type Action = (typeof acts)[number]

const pageHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`

/** The form that chooses a plan, or one of the buttons. */
export async function changeSubscription(args: ActionFunctionArgs) {
  const form = await args.request.formData()
  if (fieldOf(form, 'intent') !== 'subscribe') {
    const notice = await submitAction(args, form)
    return data({ plan: notice, sent: null, privacy: null }, { status: notice.isBad ? 422 : 200 })
  }
  const open = await loadSubscription(args, await openAccount(args))
  if (!open?.form) throw redirect(open ? pageHref(open.view.alias) : '/account/subscription')
  const answer = await submitSubscriber(args, form, open.form)
  if (answer instanceof Response) throw answer
  return data({ plan: null, sent: answer.data, privacy: null }, answer.init ?? {})
}

/** Runs an action of the subscription page, then redirects back to it. Errors show as a notice. */
async function submitAction({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>, form: FormData): Promise<PlanNotice> {
  const t = translateFor(request)
  const alias = fieldOf(form, 'alias')
  const act = acts.find((one) => one === fieldOf(form, 'act'))
  if (!act) return { text: t('subscription.failed'), isBad: true }
  try {
    const { success, message } = await context
      .get(apiContext)
      .call('billing.manage', { input: { alias, act, redirect_url: `${pageHref(alias)}&done=back` } })
    if (typeof message === 'object') return { text: t('subscription.leaves'), isBad: false, href: message.url }
    if (success) throw redirect(`${pageHref(alias)}&done=${act}`)
    return { text: t(message === 'paid-by-person' ? 'subscription.pay' : 'subscription.failed'), isBad: true }
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    const { type, status } = thrown.problem
    if (status === 401) throw redirect(loginHref(pageHref(alias)))
    return { text: t(ownProperty(messageKeys, type) ?? 'subscription.failed'), isBad: true }
  }
}

const messageKeys: Record<string, MessageKey> = {
  '/problems/not-subscribed': 'subscription.notSubscribed',
  '/problems/too-many-requests': 'problem.tooMany',
  '/problems/unavailable': 'subscription.providerUnavailable',
}

const noticeKeys: Record<Action | 'back', MessageKey | null> = {
  cancel: 'subscription.canceled',
  resume: 'subscription.resumed',
  'update-card': null,
  change: null,
  back: null,
}

/** The result of the last action, from the address. */
export function planNoticeOf(request: Request, t: Translate): PlanNotice | null {
  const notice = new URL(request.url).searchParams.get('done') ?? ''
  const key = Object.hasOwn(noticeKeys, notice) ? noticeKeys[notice as Action] : null
  return key && { text: t(key), isBad: false }
}
