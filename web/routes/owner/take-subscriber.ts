import { data, redirectDocument, type ActionFunctionArgs } from 'react-router'
import type { SubscribeSent, SubscribeView } from '../../features/billing/subscribe/subscribe-view.ts'
import { checkSubscriber, isFaultless, readSubscribeForm, toSubscriber } from '../../features/billing/subscribe/subscriber.ts'
import { whyNotSaved } from '../../features/billing/subscribe/why-not-saved.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { translateFor } from '../translate-for.ts'

/** The form to subscribe, sent without a script: led to where it is paid, or the form again with all that was typed. */
export async function takeSubscriber({ request, context }: ActionFunctionArgs, form: FormData, view: SubscribeView) {
  const { alias, usual, plans, redirectUrl } = view
  const typed = readSubscribeForm(form, usual)
  const t = translateFor(request)
  const { publicUrl } = context.get(siteContext)
  const codes = plans.map(({ code }) => code)
  const again = (facts: Partial<SubscribeSent>, status = 422) =>
    data<SubscribeSent>({ typed, faults: {}, message: '', paysAt: '', ...facts }, { status })
  const faults = checkSubscriber(typed, codes)
  if (!isFaultless(faults)) return again({ faults, message: t('subscribe.correct') })
  try {
    const { success, message } = await context
      .get(apiContext)
      .call('billing.subscribe', { input: toSubscriber(typed, { alias, redirectUrl, plans }) })
    // A form may lead to pages of ours only: to another's it leads by a link.
    if (success === 1)
      return typeof message === 'string'
        ? redirectDocument(redirectUrl)
        : message.url.startsWith(`${publicUrl}/`)
          ? redirectDocument(message.url)
          : again({ paysAt: message.url }, 200)
    const problem = { type: '/problems/unexpected', status: 500, title: typeof message === 'string' ? message : '' }
    return again({ message: whyNotSaved({ problem }, t) })
  } catch (thrown) {
    return again({ message: whyNotSaved(thrown, t) })
  }
}
