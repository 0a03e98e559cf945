import { webhookStates } from '#contract/admin/admin-choices.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { WebhooksPage, type WebhooksView } from '../../../features/admin/operations/webhooks-page.tsx'
import { describeAge } from '../../../loaders/backup-age.ts'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { oneOf } from '../one-of.ts'

export const loader = adminLoader('/webhooks', load, { done: { webhookRetried: ({ t }) => ({ text: t('admin.done.webhookRetried') }) } })
export const action = adminAction({ retry })
export { meta } from '../admin-page.tsx'
export default adminPage(WebhooksPage)

async function load({ call, query, q, from, t, moment, number, language }: PageRequest): Promise<WebhooksView> {
  const state = oneOf(webhookStates, query.get('state'))
  const found = await call('admin.webhooks', { query: { q, ...(state && { state }), ...behind(from) } })
  return {
    provider: found.provider,
    address: found.address,
    failed: found.failed,
    figures: [
      { label: t('admin.webhookToday'), value: number(found.today) },
      { label: t('admin.webhookState.waiting'), value: number(found.waiting) },
      { label: t('admin.webhookState.failed'), value: number(found.failed) },
      { label: t('admin.webhookLast'), value: found.lastAt ? describeAge(found.lastAt, Date.now(), language) : '–' },
    ],
    webhooks: found.webhooks.map(({ id, kind, alias, state: itsState, receivedAt, canRetry }) => ({
      id,
      kind,
      alias,
      state: itsState,
      canRetry,
      received: moment(receivedAt),
    })),
    filters: { q, state: state ?? '' },
    next: found.next,
    isFurther: from !== undefined,
  }
}

async function retry({ call, form, query }: Sent) {
  await call('admin.retryWebhook', { input: { id: fieldOf(form, 'webhook') } })
  return doneAt(placeHref('/webhooks'), 'webhookRetried', '', query)
}
