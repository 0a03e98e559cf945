import { formatDate } from '#common/format-date.ts'
import type { LoaderFunctionArgs } from 'react-router'
import type { Privacy } from '#contract/accounts/privacy.ts'
import type { PrivacyNotice, PrivacyView } from '../../features/account/privacy/privacy-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext } from '../../platform/router-context.ts'
import { loginHref } from '../../loaders/open-account.ts'

export const privacyHref = '/account/privacy'

/** The data that is stored about the account, and whether a deletion is scheduled. */
export async function loadPrivacy({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<PrivacyView> {
  const privacy = await context.get(apiContext).call('privacy.read')
  return {
    email: privacy.email,
    isLoginRecent: privacy.isLoginRecent,
    againHref: loginHref(privacyHref, 'delete'),
    cards: privacy.cards.map(({ alias, fullName, isShared }) => ({ alias, name: fullName || alias, isShared })),
    deletesOn: deletesOn(privacy, request),
    visitMonths: privacy.visitEventMonths,
    sendsMail: privacy.sendsMail,
  }
}

/** The date of the scheduled deletion, in the reader's language. */
export const deletesOn = ({ deletion }: Pick<Privacy, 'deletion'>, request: Request): string | null =>
  deletion &&
  formatDate(
    new Intl.DateTimeFormat(requestLanguage(request), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
    new Date(deletion.deletesAt),
  )

/** The result of the last form, from the address. */
export function privacyNoticeOf(request: Request, { sendsMail }: Pick<PrivacyView, 'sendsMail'>): PrivacyNotice | null {
  const result = new URL(request.url).searchParams.get('done')
  const t = translateFor(request)
  if (result === 'leaving') return { text: t('privacy.deleting', { sendsMail }), isBad: false, at: 'top' }
  if (result === 'kept') return { text: t('privacy.restored'), isBad: false, at: 'top' }
  return null
}
