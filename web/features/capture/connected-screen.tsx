import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { PageStyle } from '../../ui/page-style.tsx'
import type { ConnectCard } from './connect-card.ts'
import styles from './connected-screen.css?page-style'

type Props = {
  card: ConnectCard
  firstName: string
  /** Animates the door; false on a page sent without script, which shows it open. */
  isAnimated: boolean
  /** False while the progress bar fills. */
  isCardOffered: boolean
  saved?: () => void
  children?: ReactNode
}

/** Confirmation after sending: a drawn door opens and shows the card's owner. */
export function ConnectedScreen({ card, firstName, isAnimated, isCardOffered, saved, children }: Props) {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  // The submit button is gone: screen readers continue here.
  useEffect(() => {
    if (!isAnimated) return
    heading.current?.focus({ preventScroll: true })
    // The button was at the end of a long form.
    heading.current?.closest('.door-stage')?.scrollIntoView({ block: 'start' })
  }, [isAnimated])
  return (
    <section className={isAnimated ? 'door-stage moving' : 'door-stage'}>
      <PageStyle name="door" styles={styles} />
      {children}
      <div className="door-scene">
        <span className="door-beam" />
        <span className="door-beam inner" />
        <Doorway card={card} />
        <i className="door-step" />
        <i className="door-step low" />
        <span className="door-knob center">
          <Icon name="check" />
        </span>
      </div>
      <div className="door-words" role="status">
        {/* The dialog is named by it, as by the form's heading before. */}
        <h2 id="connect-title" ref={heading} tabIndex={-1}>
          {t('capture.connected')}
        </h2>
        <p>
          {t(firstName ? 'capture.connectedLead' : 'capture.connectedLeadBare', {
            name: card.name,
            visitor: firstName,
            team: card.isTeam,
          })}
        </p>
      </div>
      <div className="door-next">
        {isAnimated && <span className={isCardOffered ? 'door-bar full' : 'door-bar'} />}
        {card.fileHref && (
          <a
            className={isCardOffered ? 'btn large wide door-save' : 'btn large wide door-save waiting'}
            href={card.fileHref}
            onClick={saved}
          >
            <Icon name="user-plus" />
            <span className="caps">{t('home.action')}</span>
          </a>
        )}
      </div>
    </section>
  )
}

function Doorway({ card: { face, initials } }: { card: ConnectCard }) {
  return (
    <div className="doorway">
      <div className="door-frame" />
      <div className="door-in">
        {face ? <img className={face.isCutout ? 'cutout' : undefined} src={face.src} alt="" /> : <b aria-hidden="true">{initials}</b>}
      </div>
      <svg className="door-leaf" viewBox="0 0 204 286" preserveAspectRatio="none" aria-hidden="true">
        <rect className="wood" width="204" height="286" />
        <path
          className="panels"
          d="M24 22h68v48H24zM112 22h68v48h-68zM24 88h68v80H24zM112 88h68v80h-68zM24 186h68v80H24zM112 186h68v80h-68z"
        />
        <circle className="brass" cx="192" cy="152" r="7" />
      </svg>
    </div>
  )
}
