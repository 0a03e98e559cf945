import { takedownKinds } from '#contract/admin/abuse-choices.ts'
import type { AdminCard } from '#contract/admin/admin.ts'
import { takedownWords } from '#common/takedown-words.ts'
import { cardTabsOf } from '../../../features/admin/admin-places.ts'
import type { CardPageView } from '../../../features/admin/cards/card-page.tsx'
import type { PageRequest } from '../admin-loader.ts'
import { cardLineView } from '../card-line-view.ts'
import { loadAuditEntries } from '../load-audit-entries.ts'
import { loadCardBilling } from '../load-billing.ts'
import { oneOf } from '../one-of.ts'
import { previewOf } from '../preview-of.ts'

export async function loadCard(request: PageRequest): Promise<CardPageView | 'page'> {
  const { call, id, query, moment, amount, site } = request
  const tab = oneOf(cardTabsOf(site.hasPlans), request.tab)
  if (tab === undefined) return 'page'
  const [card, billing, activity] = await Promise.all([
    call('admin.card', { params: { alias: id } }),
    tab === 'plan' ? loadCardBilling(request, id) : null,
    tab === 'activity' ? loadAuditEntries(request, { alias: id }) : null,
  ])
  const {
    acts,
    updatedAt,
    subscription: _,
    emailAddress: __,
    pictures,
    reports,
    revision,
    owners,
    lastLogins,
    connections,
    ownReviews,
    ...line
  } = card
  return {
    tab,
    show: query.get('show') ?? '',
    q: request.q,
    card: {
      ...line,
      ...cardLineView(card, request),
      reason: takedownWords(request.t, card),
      owners: owners.map((email) => {
        const login = lastLogins[email]
        return { email, lastLogin: login ? { ...login, ...moment(login.at) } : null }
      }),
      connections: connections.map(({ name, isOn }) => (isOn ? name : request.t('admin.connectionOff', { name }))),
      reviewCount: request.number(ownReviews.count),
      reviewStars: ownReviews.stars === null ? '' : request.number(Math.round(ownReviews.stars * 10) / 10),
      preview: previewOf({ ...card, revision }),
      changed: moment(updatedAt),
      pictureCount: pictures.count,
      pictureBytes: amount(pictures.bytes),
      reports: reports.map((report) => ({ ...report, at: moment(report.at) })),
      downParts: downPartsIn(acts),
    },
    billing,
    activity,
  }
}

/** By the newest of these entries on each part. */
function downPartsIn(acts: AdminCard['acts']): string[] {
  const newest = new Map<string, string>()
  for (const { act, detail } of acts) {
    const kind = takedownKinds.find((one) => act === `${one}.disable` || act === `${one}.enable`)
    const part = `${kind} ${String(detail['what'])}`
    if (kind && !newest.has(part)) newest.set(part, act)
  }
  return [...newest].flatMap(([part, act]) => (act.endsWith('.disable') ? part : []))
}
