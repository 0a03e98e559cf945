import { abuseKinds } from '#contract/admin/abuse-choices.ts'
import { placeHref } from '../../../features/admin/admin-places.ts'
import { ReportsPage, type ReportsView } from '../../../features/admin/lists/reports-page.tsx'
import { fieldOf } from '../../../loaders/submit-form.ts'
import { adminAction, doneAt, type Act, type Sent } from '../admin-action.ts'
import { adminLoader, behind, type PageRequest } from '../admin-loader.ts'
import { adminPage } from '../admin-page.tsx'
import { oneOf } from '../one-of.ts'
import { previewOf } from '../preview-of.ts'
import { readTakedownReason } from '../read-takedown-reason.ts'

export const loader = adminLoader('/reports', load, {
  title: ({ isClosed }, t) => (isClosed ? [t('admin.reportsClosed')] : []),
  done: {
    cardDown({ t, about, view }) {
      const card = cardIn(view, about)
      return card?.isDisabled && { text: t('admin.done.cardDown', { name: card.name }), undo: { intent: 'up', fields: { alias: about } } }
    },
    cardUp({ t, about, view }) {
      const card = cardIn(view, about)
      return card && !card.isDisabled && { text: t('admin.done.cardUp', { name: card.name }) }
    },
    reportClosed: ({ t, about, view }) => ({ text: t('admin.done.reportClosed', { name: cardIn(view, about)?.name ?? `/${about}` }) }),
  },
})
export const action = adminAction({ close: closeReport, down: takeDown, up: restoreCard })
export { meta, shouldRevalidate } from '../admin-page.tsx'
export default adminPage(ReportsPage)

async function load({ call, query, q, from, moment }: PageRequest): Promise<ReportsView> {
  const isClosed = query.get('state') === 'closed'
  const kind = oneOf(abuseKinds, query.get('kind'))
  const { reports, cards, next } = await call('admin.reports', {
    query: { q, ...(isClosed ? { closed: '1' } : {}), ...(kind && { kind }), ...behind(from) },
  })
  return {
    isClosed,
    filters: { q, kind: kind ?? '', state: isClosed ? 'closed' : '' },
    next,
    isFurther: from !== undefined,
    reports: reports.map((report) => ({ ...report, at: moment(report.at) })),
    cards: cards.map(({ alias, fullName, isDisabled, owners, contacts, ...card }) => ({
      alias,
      name: fullName || alias,
      isDisabled,
      owners,
      contacts,
      preview: previewOf({ alias, ...card }),
    })),
  }
}

const cardIn = ({ cards }: ReportsView, about: string) => cards.find(({ alias }) => alias === about)

async function takeDown({ call, form, t, query }: Sent): ReturnType<Act> {
  const { reason, errors } = readTakedownReason(form, t)
  if (errors) return { errors }
  const alias = fieldOf(form, 'alias')
  await call('admin.switchCard', { input: { alias, isDisabled: true, ...reason } })
  return doneAt(placeHref('/reports'), 'cardDown', alias, query)
}

async function restoreCard({ call, form, query }: Sent) {
  const alias = fieldOf(form, 'alias')
  await call('admin.switchCard', { input: { alias, isDisabled: false, reason: '' } })
  return doneAt(placeHref('/reports'), 'cardUp', alias, query)
}

async function closeReport({ call, form, query }: Sent) {
  await call('admin.closeReport', { input: { id: fieldOf(form, 'report') } })
  return doneAt(placeHref('/reports'), 'reportClosed', fieldOf(form, 'alias'), query)
}
