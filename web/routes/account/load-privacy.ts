import type { LoaderFunctionArgs } from 'react-router'
import type { Privacy } from '#contract/accounts/privacy.ts'
import type { PrivacyTold, PrivacyView } from '../../features/account/privacy/privacy-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext } from '../../platform/provided.ts'
import { loginHref } from './open-account.ts'

export const privacyHref = '/account/privacy'

/** What is kept of who is signed in, and whether they are about to go. */
export async function loadPrivacy({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>): Promise<PrivacyView> {
  const privacy = await context.get(apiContext).call('privacy.read')
  return {
    email: privacy.email,
    isFresh: privacy.isFresh,
    againHref: loginHref(privacyHref, 'leave'),
    cards: privacy.cards.map(({ alias, fullName, isShared }) => ({ alias, name: fullName || alias, isShared })),
    goesOn: goesOn(privacy, request),
    visitMonths: privacy.visitEventMonths,
  }
}

/** The day on which an account goes, in the reader's language. */
export const goesOn = ({ leaving }: Pick<Privacy, 'leaving'>, request: Request): string | null =>
  leaving &&
  new Intl.DateTimeFormat(requestLanguage(request), { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(leaving.goesAt))

/** What an earlier press of a button came to. */
export function toldOf(request: Request): PrivacyTold | null {
  const told = new URL(request.url).searchParams.get('told')
  const t = translateFor(request)
  if (told === 'leaving') return { text: t('privacy.leaving'), isBad: false, at: 'top' }
  if (told === 'kept') return { text: t('privacy.kept2'), isBad: false, at: 'top' }
  return null
}
