import type { ReactNode } from 'react'
import { cardHref, type CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import { CardLogo } from './card-logo.tsx'
import type { FrameView } from './frame-view.ts'
import styles from './inner-header.css?page-style'

type Props = {
  frame: FrameView
  page: CardPage | null
  corner: ReactNode
  /** Beside the menu button: the unread count. */
  count: ReactNode
}

/** On the home page the company; on other pages, on a phone, the owner and a link home. */
export function CardHeader({ frame, page, corner, count }: Props) {
  const t = useTranslate()
  const isHome = page === 'home'
  const links = frame.menu.filter((entry) => entry.page && entry.onDesktop)
  return (
    <header className={isHome ? 'head across' : 'head inner across'}>
      <CardLogo frame={frame} />
      {!isHome && <Bearer frame={frame} />}
      <nav className="head-nav" aria-label={t('nav.sections')}>
        <ul>
          {links.map((entry) => (
            <li key={entry.key}>
              <PageLink
                href={(isHome && entry.page && frame.anchors[entry.page]) || (entry.href ?? '')}
                aria-current={entry.page === page ? 'page' : undefined}
              >
                {entry.label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      {corner}
      <div className="head-tools">
        {isHome && frame.qr && (
          <button className="chip head-qr center" type="button" popoverTarget="qr" aria-label={t('nav.showQr')}>
            <Icon name="qr-code" />
          </button>
        )}
        <button className="btn quiet head-share" type="button" popoverTarget="share">
          <Icon name="share-2" />
          {t('nav.share')}
        </button>
        <button className="chip head-menu center" type="button" popoverTarget="menu" aria-label={t('nav.openMenu')}>
          <Icon name="menu" />
        </button>
        {count}
      </div>
    </header>
  )
}

function Bearer({ frame: { address, portrait, initials, name, title } }: { frame: FrameView }) {
  return (
    <PageLink className="bearer" href={cardHref(address, 'home')}>
      <PageStyle name="inner-header" styles={styles} />
      {portrait && <img src={portrait.srcSet.split(' ')[0]} width="40" height="40" alt="" />}
      <span className="initials center" aria-hidden="true">
        {initials}
      </span>
      <span>
        <b className="one-line">{name}</b>
        {title && <small className="one-line">{title}</small>}
      </span>
    </PageLink>
  )
}
