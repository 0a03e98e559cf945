import type { ReactNode } from 'react'
import type { CardPage } from '#contract/pages.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useSite } from '../../../platform/use-site.ts'
import mark from '../../../ui/art/mark.svg?url'
import { closeSheetOnFocusLeave } from '../../../ui/overlay/close-sheet-on-focus-leave.ts'
import { useNavigationReset } from '../../../ui/use-navigation-reset.ts'
import { Icon, SharedIcons } from '../../../ui/icons/icon.tsx'
import { CardHeader } from './card-header.tsx'
import type { FrameView } from './frame-view.ts'
import { SideMenu } from './side-menu.tsx'

export type FramePart = 'corner' | 'count' | 'tabs' | 'notices' | 'news'

/** The frame around every page of a card. `share` is the sheet that the share buttons open. */
export function CardFrame({
  frame,
  page,
  startData,
  share,
  part,
  children,
}: {
  frame: FrameView
  /** Null for pages that are not in the menu. */
  page: CardPage | null
  /**
   * Page, product and milliseconds for `start-on-demand.ts`, where the app may start later; `?` if the form prompts afterwards, `-`
   * if only on a phone.
   */
  startData?: string | undefined
  share: ReactNode
  /** What the installed card or its owner sees in these places, with a fallback for everyone else. */
  part: (name: FramePart, otherwise?: ReactNode) => ReactNode
  children: ReactNode
}) {
  const t = useTranslate()
  useNavigationReset()
  return (
    <div
      className={`card ${frame.layout}`}
      data-start={startData}
      data-align={frame.align}
      data-size={frame.fontSize}
      data-icons={frame.iconPack === 'default' ? undefined : frame.iconPack}
      // The server reads these for the page's CSP. Every page allows what the home page shows, because client navigation keeps the policy.
      data-images-from={frame.outside.images || undefined}
      data-frames-from={frame.outside.frames || undefined}
      onFocus={closeSheetOnFocusLeave}
    >
      <a className="skip" href="#content">
        {t('skip.content')}
      </a>
      <SharedIcons>
        <CardHeader frame={frame} page={page} corner={part('corner')} count={part('count')} />
        {children}
        <CardFooter frame={frame} />
        {part('tabs', <Dock frame={frame} />)}
        <SideMenu frame={frame} page={page} notices={part('notices')} news={part('news')} />
        <QrSheet frame={frame} />
        {share}
      </SharedIcons>
    </div>
  )
}

/** The QR code in a sheet. The image loads when the sheet opens. */
function QrSheet({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  if (!frame.qr) return null
  return (
    <div className="panel sheet qr-sheet" id="qr" popover="auto" role="dialog" aria-label={t('nav.qr')}>
      <div className="panel-head across">
        <h2>{frame.name}</h2>
        <button className="panel-close center" type="button" popoverTarget="qr" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <img src={frame.qr} width="270" height="270" alt={t('home.qr')} loading="lazy" />
      <p>{t('home.scan', { team: frame.isTeam })}</p>
    </div>
  )
}

/** The visitor's dock: up to four ways to reach the person. The others fill the space of a missing one. */
function Dock({ frame: { dock, isTeam } }: { frame: FrameView }) {
  const t = useTranslate()
  const team = { team: isTeam }
  const ways = [
    { href: dock.call, icon: 'phone', label: t('dock.call', team) },
    { href: dock.message, icon: 'message-circle', label: t('dock.message', team) },
    { href: dock.email, icon: 'mail', label: t('dock.email', team) },
  ] as const
  return (
    <nav className="dock" aria-label={t('nav.quick')}>
      {ways.map(
        ({ href, icon, label }) =>
          href && (
            <a key={icon} href={href}>
              <Icon name={icon} />
              {label}
            </a>
          ),
      )}
      <button type="button" popoverTarget="share">
        <Icon name="share-2" />
        {t('nav.share')}
      </button>
    </nav>
  )
}

function CardFooter({ frame }: { frame: FrameView }) {
  const t = useTranslate()
  const { productName } = useSite()
  return (
    <footer className="foot">
      <div>
        <span>{frame.company || frame.name}</span>
        {frame.place && <span>{frame.place}</span>}
      </div>
      <div>
        {frame.place && (
          <a
            href={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(frame.place)}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {t('home.directions')}
          </a>
        )}
        <a className="brand" href="/">
          <img src={mark} width="20" height="20" alt="" loading="lazy" />
          {productName}
        </a>
      </div>
    </footer>
  )
}
