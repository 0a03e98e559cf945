import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import styles from './connect-page.css?page-style'
import type { ConnectRow, ConnectView } from './connect-view.ts'
import type { FrameView } from '../frame/frame-view.ts'
import { Glyph } from '../services/glyph.tsx'
import { InnerPage } from '../frame/inner-page.tsx'
import { CopyAction, OpenAction, ServiceRowsStyle, ShareAction } from '../services/service-rows.tsx'

/** The card's own link, then all services where visitors can follow the person. */
export function ConnectPage({
  title,
  view,
  frame,
  children,
}: {
  title: string
  view: ConnectView
  frame: FrameView
  children?: ReactNode
}) {
  const t = useTranslate()
  return (
    <InnerPage title={title}>
      <ServiceRowsStyle />
      <PageStyle name="connect-page" styles={styles} />
      <Ticket frame={frame} to={view.cardHref} />
      {view.rows.length > 0 && (
        <ul className="plate-list connect-list" aria-label={t('home.socials', { team: frame.isTeam })}>
          {view.rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {children}
    </InnerPage>
  )
}

function Ticket({ frame, to }: { frame: FrameView; to: string }) {
  const t = useTranslate()
  const { qr, cardUrl, name, isTeam } = frame
  const [host, ...path] = cardUrl.replace(/^https?:\/\//, '').split('/')
  return (
    <section className={qr ? 'ticket' : 'ticket plain'} aria-label={t('connect.cardLink')}>
      {qr && <img src={qr} width="132" height="132" alt={t('home.qr')} />}
      <div>
        <b dir="ltr">
          {host}
          <wbr />/{path.join('/')}
        </b>
        <small>{t('connect.card', { team: isTeam })}</small>
        <div className="ticket-acts">
          <PageLink className="ticket-act" href={to} aria-label={t('connect.openCard')}>
            <Icon name="arrow-up-right" />
            {t('connect.open')}
          </PageLink>
          <CopyAction className="ticket-act" text={cardUrl} label={t('connect.copyCard')} />
          <ShareAction className="ticket-act" what={{ shareLink: cardUrl, title: name }} label={t('connect.shareCard')} />
        </div>
      </div>
    </section>
  )
}

function Row({ row: { id, name, click, href: to, handle, glyph, storedShort, isShared } }: { row: ConnectRow }) {
  const t = useTranslate()
  return (
    <li className="service">
      <span className="tile center">
        <Glyph glyph={glyph} />
      </span>
      <span className="main">
        {name}
        <small className="one-line" dir="auto">
          {handle}
        </small>
      </span>
      <span className="acts">
        <OpenAction to={to} label={t('connect.openOf', { name })} click={click} />
        <CopyAction text={to} label={t('connect.copyOf', { name })} />
        {isShared ? (
          <ShareAction
            what={{ shareLink: to, title: name, shorten: { stored: storedShort, gradeServiceId: id, kind: 'connect' } }}
            label={t('connect.shareOf', { name })}
          />
        ) : (
          <span className="act gap center" />
        )}
      </span>
    </li>
  )
}
