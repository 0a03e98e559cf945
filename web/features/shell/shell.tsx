import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useKeepAppAddress } from '../../platform/app/use-app-address.ts'
import { Avatar } from '../../ui/list/avatar.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useNavigationReset } from '../../ui/use-navigation-reset.ts'
import { ShellLink } from './shell-link.tsx'
import { Brand, ShellAlert, ShellIcon, ShellMarks, Sidebar } from './sidebar.tsx'
import { ShellStyle } from './shell-style.tsx'
import type { ShellNav, ShellWho } from './shell-view.ts'
import { chosenOf, Switcher } from './switcher.tsx'

type Props = {
  nav: ShellNav
  /** Null while the account is unknown: then there is no switcher. */
  who: ShellWho | null
  /** Rows of 38 px instead of 42 px, for a long list. */
  isDense?: boolean
  children: ReactNode
}

/**
 * The frame of every page behind the login: a sidebar on wide screens, a header and a dock on phones, and one place that says who is
 * logged in and which card this is about. It opens without script.
 *
 * An area passes its own list as `nav` and keeps everything else:
 *
 *     <Shell nav={{ homeHref: '/admin', groups: [{ entries: [overview, cards] }, { label: 'Setup', entries: [imports] }], dock: [overview, cards] }} who={who}>
 *       <PageHeader title="Cards" />
 *     </Shell>
 *
 * - `groups` are the sidebar and, on phones, the sheet behind More, where the first group is drawn as tiles. Mark the current page with
 *   `isHere`, a way out of the list with `isWayOut`, and pages in another frame with `isElsewhere`.
 * - `dock` holds at most four; More is added, and leaves out what the dock shows.
 * - `who` comes from `loadWho` and `whoOf` in `routes/owner/load-who.ts`; the owner's own list from `useOwnerNav`.
 * - `children` go into `main#content`. The shell brings its styles and those of the kit: a page needs neither.
 */
export function Shell({ nav, who, isDense = false, children }: Props) {
  const t = useTranslate()
  useNavigationReset()
  useKeepAppAddress()
  const entries = nav.groups.flatMap((group) => group.entries)
  const isInMore = entries.some(({ isHere }) => isHere) && !nav.dock.some(({ isHere }) => isHere)
  const alert = entries.find((entry) => entry.alert)?.alert
  return (
    <div className={isDense ? 'shell dense' : 'shell'}>
      <ShellStyle />
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <ShellHeader nav={nav} who={who} />
      <Sidebar nav={nav} who={who} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <nav className="shell-dock" aria-label={t('owner.dock')}>
        {nav.dock.map((entry) => (
          <ShellLink key={entry.href} entry={entry} className={entry.isAccent ? 'accent' : undefined}>
            <ShellIcon entry={entry} />
            <span>
              {entry.label}
              <ShellMarks entry={entry} />
            </span>
          </ShellLink>
        ))}
        <button className={isInMore ? 'here' : undefined} type="button" popoverTarget="menu">
          <Icon name="menu" />
          <span>
            {t('shell.more')}
            {alert && <ShellAlert>{alert}</ShellAlert>}
          </span>
        </button>
      </nav>
      {who && <Switcher who={who} />}
    </div>
  )
}

/** The header on a phone: the product, unread counts, and the account. */
function ShellHeader({ nav, who }: { nav: ShellNav; who: ShellWho | null }) {
  const t = useTranslate()
  const card = who && chosenOf(who)
  return (
    <header className="shell-head across">
      <Brand nav={nav} />
      {nav.tools?.map((entry) => (
        <ShellLink key={entry.href} entry={entry} className="ui-icon-button ghost shell-tool">
          <ShellIcon entry={entry} />
          <span className="sr-only">{entry.label}</span>
          <ShellMarks entry={entry} />
        </ShellLink>
      ))}
      {who && (
        <button className="ui-icon-button ghost" type="button" popoverTarget="account-menu">
          <Avatar name={card?.name ?? (who.name || who.email)} picture={card?.portrait ?? undefined} size={36} />
          <span className="sr-only">{t('owner.accountMenu')}</span>
        </button>
      )}
    </header>
  )
}
