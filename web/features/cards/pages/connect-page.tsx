import type { ReactNode } from 'react'
import { useSay } from '../../../i18n/use-say.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { PageStyle } from '../../../ui/page-style.tsx'
import css from './connect-page.css?inline'
import href from './connect-page.css?url'
import type { ConnectRow, ConnectView } from './connect-view.ts'
import type { FrameView } from '../frame/frame-view.ts'
import { Glyph } from '../services/glyph.tsx'
import { InnerPage } from '../frame/inner-page.tsx'
import { CopyAct, OpenAct, ServiceRowsStyle, ShareAct } from '../services/service-rows.tsx'

/** The card's own link, then every place where the person can be followed. */
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
  const say = useSay()
  return (
    <InnerPage title={title}>
      <ServiceRowsStyle />
      <PageStyle name="connect-page" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <Ticket frame={frame} to={view.cardHref} />
      {view.rows.length > 0 && (
        <ul className="plate-list connect-list" aria-label={say('home.socials', { team: frame.isTeam })}>
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
  const say = useSay()
  const { qr, cardUrl, name, isTeam } = frame
  const [host, ...path] = cardUrl.replace(/^https?:\/\//, '').split('/')
  return (
    <section className={qr ? 'ticket' : 'ticket plain'} aria-label={say('connect.cardLink')}>
      {qr && <img src={qr} width="132" height="132" alt={say('home.qr')} />}
      <div>
        <b dir="ltr">
          {host}
          <wbr />/{path.join('/')}
        </b>
        <small>{say('connect.card', { team: isTeam })}</small>
        <div className="ticket-acts">
          <PageLink className="ticket-act" href={to} aria-label={say('connect.openCard')}>
            <Icon name="arrow-up-right" />
            {say('connect.open')}
          </PageLink>
          <CopyAct className="ticket-act" text={cardUrl} label={say('connect.copyCard')} />
          <ShareAct className="ticket-act" what={{ shareLink: cardUrl, title: name }} label={say('connect.shareCard')} />
        </div>
      </div>
    </section>
  )
}

function Row({ row: { id, name, click, href: to, handle, glyph, storedShort, isShared } }: { row: ConnectRow }) {
  const say = useSay()
  return (
    <li className="service">
      <span className="tile">
        <Glyph glyph={glyph} />
      </span>
      <span className="main">
        {name}
        <small dir="auto">{handle}</small>
      </span>
      <span className="acts">
        <OpenAct to={to} label={say('connect.openOf', { name })} click={click} />
        <CopyAct text={to} label={say('connect.copyOf', { name })} />
        {isShared ? (
          <ShareAct
            what={{ shareLink: to, title: name, shorten: { stored: storedShort, gradeServiceId: id, kind: 'connect' } }}
            label={say('connect.shareOf', { name })}
          />
        ) : (
          <span className="act gap" />
        )}
      </span>
    </li>
  )
}
