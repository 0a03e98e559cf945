import { data, redirectDocument, type ActionFunctionArgs } from 'react-router'
import type { SubscribeSent, SubscribeView } from '../../features/billing/subscribe/subscribe-view.ts'
import { checkSubscriber, hasNoIssues, readSubscribeForm, toSubscriber } from '../../features/billing/subscribe/subscriber.ts'
import { subscribeErrorText } from '../../features/billing/subscribe/subscribe-error-text.ts'
import { throwUnlessSuccess } from '../../platform/api/throw-unless-success.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { translateFor } from '../translate-for.ts'

/** Handles the subscribe form posted without a script: redirects to the payment, or returns the form with its input. */
export async function submitSubscriber({ request, context }: ActionFunctionArgs, form: FormData, view: SubscribeView) {
  const { alias, defaults, plans, redirectUrl } = view
  const typed = readSubscribeForm(form, defaults)
  const t = translateFor(request)
  const { publicUrl } = context.get(siteContext)
  const codes = plans.map(({ code }) => code)
  const redisplay = (facts: Partial<SubscribeSent>, status = 422) =>
    data<SubscribeSent>({ typed, issues: {}, message: '', paysAt: '', ...facts }, { status })
  const issues = checkSubscriber(typed, codes)
  if (!hasNoIssues(issues)) return redisplay({ issues })
  try {
    const answer = await context.get(apiContext).call('billing.subscribe', { input: toSubscriber(typed, { alias, redirectUrl, plans }) })
    throwUnlessSuccess(answer)
    const { message } = answer
    if (typeof message === 'string') return redirectDocument(redirectUrl)
    // The page’s policy lets a form redirect within this site only; a link leads to the payment page.
    return message.url.startsWith(`${publicUrl}/`) ? redirectDocument(message.url) : redisplay({ paysAt: message.url }, 200)
  } catch (thrown) {
    return redisplay({ message: subscribeErrorText(thrown, t) })
  }
}
