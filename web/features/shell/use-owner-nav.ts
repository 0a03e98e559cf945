import { cardHref, ownerHref, sideHref, type OwnerPage } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useAppHref } from '../../platform/app/use-app-address.ts'
import { useShareHref } from '../../platform/share-address.ts'
import { useSite } from '../../platform/use-site.ts'
import type { ShellEntry, ShellNav } from './shell-view.ts'

export type OwnerPlace = OwnerPage | 'home' | 'edit' | 'emailSignature' | 'privacy' | 'details'

type Options = {
  card: { alias: string; experiments: readonly string[]; newContacts: number } | null
  here: OwnerPlace | null
  isAdmin: boolean
  /** With several cards, Home's address names the chosen one. */
  hasSeveral: boolean
  /** Unread notifications on this device; null until a script has counted them. */
  inboxCount: number | null
  /** How many connections are failing. */
  failingCount?: number
  /** If the owner's pages have other styles, their links load a new document. */
  isApart?: boolean
}

export const homeHref = (alias: string | null, hasSeveral: boolean) =>
  alias && hasSeveral ? `/account?${new URLSearchParams({ card: alias })}` : '/account'

/** The inbox is in the menu of these cards. */
export const hasInbox = (experiments: readonly string[]) => experiments.includes('NotificationsSubscribe')

/** The links to all owner pages of the chosen card. */
export function useOwnerNav({ card, here, isAdmin, hasSeveral, inboxCount, failingCount = 0, isApart = false }: Options): ShellNav {
  const t = useTranslate()
  const appHref = useAppHref()
  const { hasPlans } = useSite()
  const shareHref = useShareHref()
  const way = (at: OwnerPlace | null, entry: ShellEntry): ShellEntry => ({
    isElsewhere: at !== here,
    isHere: at === here && at !== null,
    ...entry,
  })
  const home = way('home', { icon: 'house', label: t('menu.home'), href: homeHref(card?.alias ?? null, hasSeveral) })
  const admin = { entries: [{ icon: 'shield' as const, label: t('shell.admin'), href: '/admin', isElsewhere: true, isWayOut: true }] }
  if (!card) {
    const privacy = way('privacy', { icon: 'key-round', label: t('privacy.title'), href: '/account/privacy' })
    const details = way('details', { icon: 'circle-user-round', label: t('details.title'), href: '/account/details' })
    const first = way(null, { icon: 'plus', label: t('dashboard.newCard'), href: '/account/new' })
    return {
      homeHref: home.href,
      groups: [{ entries: [home, first] }, { entries: [details, privacy] }, ...(isAdmin ? [admin] : [])],
      dock: [home, first],
    }
  }
  const { alias, experiments, newContacts } = card
  const own = (page: OwnerPage, entry: Omit<ShellEntry, 'href'>): ShellEntry =>
    way(page, { ...entry, href: isApart ? appHref(ownerHref(alias, page)) : ownerHref(alias, page), isElsewhere: isApart })
  const myCard = appHref(cardHref({ alias }, 'home'))
  const contacts = own('myContacts', {
    icon: 'users',
    label: t('owner.contacts'),
    count: { of: newContacts, label: t('owner.newContacts', { count: newContacts }), kind: 'door' },
  })
  const analytics = own('analytics', { icon: 'chart-no-axes-column', label: t('analytics.title') })
  const inbox = hasInbox(experiments)
    ? [
        own('myNotifications', {
          icon: 'bell',
          label: t('inbox.title'),
          count: { of: inboxCount ?? 0, label: t('inbox.newCount', { count: inboxCount ?? 0 }) },
        }),
      ]
    : []
  return {
    homeHref: home.href,
    groups: [
      {
        entries: [
          home,
          way(null, { icon: 'id-card', label: t('owner.myCard'), href: myCard }),
          way('edit', { icon: 'palette', label: t('owner.editCard'), href: `/account/edit/${alias}` }),
          contacts,
          analytics,
          ...inbox,
          own('connections', {
            icon: 'plug',
            label: t('connections.title'),
            ...(failingCount > 0 && { alert: t('connections.failingCount', { count: failingCount }) }),
          }),
        ],
      },
      {
        label: t('owner.settings'),
        entries: [
          ...(hasPlans ? [own('subscriptions', { icon: 'credit-card', label: t('plan.title') })] : []),
          way('emailSignature', { icon: 'pen-line', label: t('page.emailSignature'), href: sideHref(alias, 'emailSignature') }),
          way(null, { icon: 'smartphone', label: t('page.install'), href: sideHref(alias, 'install') }),
          own('print', { icon: 'printer', label: t('page.print') }),
          own('myAccount', { icon: 'circle-user-round', label: t('owner.myAccount') }),
        ],
      },
      ...(isAdmin ? [admin] : []),
    ],
    dock: [home, contacts, { icon: 'share-2', label: t('nav.share'), href: shareHref, isAccent: true }, analytics],
    tools: inbox,
  }
}
