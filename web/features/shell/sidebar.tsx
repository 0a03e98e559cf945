import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useSite } from '../../platform/use-site.ts'
import mark from '../../ui/art/mark.svg?url'
import { Icon } from '../../ui/icons/icon.tsx'
import { Count } from '../../ui/status/badge.tsx'
import { ShellLink } from './shell-link.tsx'
import type { ShellEntry, ShellNav, ShellWho } from './shell-view.ts'
import { WhoButton } from './switcher.tsx'

/** The list of pages. On a phone it is the sheet behind More. */
export function Sidebar({ nav, who }: { nav: ShellNav; who: ShellWho | null }) {
  const t = useTranslate()
  const inDock = new Set(nav.dock.map(({ href }) => href))
  return (
    <aside className="shell-side" id="menu" popover="auto" aria-label={t('nav.menu')}>
      <Brand nav={nav} />
      <div className="shell-sheet-head">
        <button className="shell-grip" type="button" aria-label={t('close')} popoverTarget="menu" popoverTargetAction="hide" />
        {who && <WhoButton who={who} isInSheet />}
      </div>
      <nav className="shell-nav" aria-label={t('nav.menu')}>
        {nav.groups.map(({ label, entries }, at) => (
          <div key={label ?? at} className={at === 0 ? 'shell-tiles' : label ? undefined : 'shell-rule'}>
            {label && <p id={`shell-group-${at}`}>{label}</p>}
            <ul aria-labelledby={label && `shell-group-${at}`}>
              {entries.map((entry) => (
                <li key={entry.href} className={inDock.has(entry.href) ? 'in-dock' : undefined}>
                  <ShellLink entry={entry}>
                    <ShellIcon entry={entry} />
                    <span>{entry.label}</span>
                    <ShellMarks entry={entry} />
                    {entry.isWayOut && <Icon name="arrow-right" />}
                  </ShellLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
        {who && (
          <ul className="shell-out">
            <li>
              <a href={who.logoutHref}>
                <Icon name="log-out" />
                <span>{t('login.logout')}</span>
              </a>
            </li>
          </ul>
        )}
      </nav>
      {who && <WhoButton who={who} />}
    </aside>
  )
}

export const ShellIcon = ({ entry: { icon } }: { entry: ShellEntry }) => (typeof icon === 'string' ? <Icon name={icon} /> : icon)

export function Brand({ nav: { homeHref, badge } }: { nav: ShellNav }) {
  const { productName } = useSite()
  return (
    <a className="brand" href={homeHref}>
      <img src={mark} width="26" height="26" alt="" />
      {productName}
      {badge}
    </a>
  )
}

/** The marks at the end of an entry: a badge, a count, a red dot. */
export const ShellMarks = ({ entry: { mark: badge, count, alert } }: { entry: ShellEntry }) => (
  <>
    {badge}
    {count && count.of > 0 && <Count {...count} />}
    {alert && <ShellAlert>{alert}</ShellAlert>}
  </>
)

export const ShellAlert = ({ children }: { children: ReactNode }) => (
  <i className="shell-alert">
    <span className="sr-only">{children}</span>
  </i>
)
