import type { ReactNode } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useInstalled } from '../../../platform/app/use-installed.ts'
import { useSite } from '../../../platform/use-site.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { CardLogo } from './card-logo.tsx'
import type { FrameView } from './frame-view.ts'
import type { MenuEntry } from './menu.ts'
import { UnavailableNote } from '../home/unavailable-note.tsx'

type Props = { frame: FrameView; page: CardPage | null; notices: ReactNode; news: ReactNode }

/** The panel behind the menu button. It opens without script. */
export function SideMenu({ frame, page, notices, news }: Props) {
  const t = useTranslate()
  const { helpUrl } = useSite()
  const isInstalled = useInstalled()
  // Home is one of the tiles above, and an installed card doesn't need "Save contact".
  const entries = frame.menu.filter(({ page: to, onMobile }) => to !== 'home' && onMobile && !(isInstalled && to === 'vCard'))
  return (
    <div className="panel menu" id="menu" popover="auto" role="dialog" aria-label={t('nav.menu')}>
      <div className="panel-head across">
        <CardLogo frame={frame} />
        <button className="panel-close center" type="button" popoverTarget="menu" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <div className="menu-tiles">
        <PageLink href={cardHref(frame.address, 'home')}>
          <Icon name="house" />
          {t('menu.home')}
        </PageLink>
        <button type="button" popoverTarget="share">
          <Icon name="share-2" />
          {t('nav.share')}
        </button>
        {frame.qr && (
          <button type="button" popoverTarget="qr">
            <Icon name="qr-code" />
            {t('nav.qr')}
          </button>
        )}
      </div>
      <nav className="menu-list" aria-label={t('nav.menu')}>
        <ul>
          {entries.map((entry) => (
            <li key={entry.key}>
              <Entry entry={entry} isHere={entry.page !== null && entry.page === page} />
            </li>
          ))}
        </ul>
      </nav>
      {notices}
      <div className="menu-foot">
        {news}
        <PageLink href={cardHref(frame.address, 'settings')}>{t('menu.settings')}</PageLink>
        {helpUrl && (
          <a href={helpUrl} target="_blank" rel="noopener">
            {t('nav.help')}
          </a>
        )}
        {frame.isFreePlan && <span className="badge plan">{t('nav.freePlan')}</span>}
      </div>
    </div>
  )
}

function Entry({ entry, isHere }: { entry: MenuEntry; isHere: boolean }) {
  if (!entry.href) {
    return (
      <span className="shut">
        {entry.label}
        <UnavailableNote isPro={entry.isPro} />
      </span>
    )
  }
  return (
    <PageLink href={entry.href} aria-current={isHere ? 'page' : undefined}>
      {entry.label}
      {!entry.page && <Icon name="arrow-up-right" />}
    </PageLink>
  )
}
