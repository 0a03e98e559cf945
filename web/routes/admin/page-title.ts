import type { Translate } from '#common/messages/message.ts'
import { places } from '../../features/admin/admin-places.ts'
import type { AdminView } from '../../features/admin/admin-view.ts'

type Title = { t: Translate; productName: string }

/** “Cards | Admin | Carte”: the most particular part first, because tabs and histories cut the rest. */
export const adminTitle = ({ t, productName }: Title, ...parts: readonly string[]) =>
  [...parts, t('admin.title'), productName].filter(Boolean).join(' | ')

/** The title of the page at this path below the admin area's. */
export function pageTitle(view: AdminView, path: string, title: Title): string {
  const [segment = ''] = path.split('/')
  const place = places.find((one) => one.path === (segment && `/${segment}`))
  return adminTitle(title, ...partsOf(view, title.t), place && view.page !== 'missing' ? title.t(place.word) : '')
}

/** What the page is about, of the many at its place. */
function partsOf(view: AdminView, t: Translate): string[] {
  if (view.page === 'card') return [view.tab && t(`admin.tab.${view.tab}`), view.card.fullName || view.card.alias]
  if (view.page === 'mail') return [view.mail.subject || t('admin.noSubject')]
  if (view.page === 'import') return [view.import.name]
  if (view.page === 'missing') return [t(`admin.missing.${view.what}`)]
  if (view.page === 'reports' && view.isClosed) return [t('admin.reportsClosed')]
  return []
}
