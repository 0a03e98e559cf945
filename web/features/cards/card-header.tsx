import type { CardPage } from '#contract/pages.ts'
import { useSay } from '../../i18n/use-say.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { CardLogo } from './card-logo.tsx'
import type { FrameView } from './frame-view.ts'

export function CardHeader({ frame, anchors }: { frame: FrameView; anchors: Partial<Record<CardPage, string>> }) {
  const say = useSay()
  const sections = frame.menu.filter(({ page, onDesktop }) => page && onDesktop)
  return (
    <header className="head">
      <CardLogo frame={frame} />
      <nav className="head-nav" aria-label={say('nav.sections')}>
        <ul>
          {sections.map(({ key, label, href, page }) => (
            <li key={key}>
              <a href={(page && anchors[page]) ?? href ?? undefined} aria-current={page === frame.page ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="head-tools">
        {frame.qr && frame.layout === 'porch' && (
          <button className="chip head-qr" type="button" popoverTarget="qr" aria-label={say('nav.showQr')}>
            <Icon name="qr-code" />
          </button>
        )}
        <button className="btn quiet head-share" type="button" popoverTarget="share">
          <Icon name="share-2" />
          {say('nav.share')}
        </button>
        <button className="chip head-menu" type="button" popoverTarget="menu" aria-label={say('nav.openMenu')}>
          <Icon name="menu" />
        </button>
      </div>
    </header>
  )
}
