import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { cardHref } from '#contract/pages.ts'
import type { AccountView } from '../../features/account/settings/account-view.ts'
import { apiContext } from '../../platform/provided.ts'
import { passwordHref, photoHref, subscriptionHref } from './account-links.ts'
import { loginAgain } from './login-again.ts'
import type { OpenOwner } from '../owner/open-owner.ts'

/** What the page of one's account shows. What cannot be read just now is told so, and the rest stands. */
export async function loadAccount(
  args: LoaderFunctionArgs,
  { owner, capture }: OpenOwner,
): Promise<Omit<AccountView, 'language' | 'hasLanguages'>> {
  const api = args.context.get(apiContext)
  const tolerated = <T>(asking: Promise<T>): Promise<T | null> =>
    asking.catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.status === 401) throw loginAgain(args.request, owner.alias)
      return null
    })
  const [sessions, ways] = await Promise.all([tolerated(api.call('accounts.sessions')), tolerated(api.call('accounts.ways'))])
  const { enabled, desktopEnabled, timeout, applyTags } = capture
  const { alias, cardKey, cardName, name, email, initials, portrait, subscription } = owner
  return {
    alias,
    cardKey,
    cardName,
    name,
    email,
    initials,
    portrait,
    subscription,
    capture: { enabled, desktopEnabled, timeoutSeconds: timeout, labels: applyTags },
    mayLabel: owner.may.labels,
    sessions,
    ways,
    hrefs: {
      photo: photoHref(alias),
      upgrade: subscriptionHref(alias),
      password: passwordHref,
      logout: `${owner.logoutHref}${owner.logoutHref.includes('?') ? '&' : '?'}${new URLSearchParams({ returnUrl: cardHref({ alias }, 'home') })}`,
    },
  }
}
