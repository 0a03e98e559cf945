import { useLayoutEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { Delivery } from '#contract/connections.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { useServerRequired } from '../../platform/connection/use-reach.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { CursorLinks } from '../../ui/list/cursor-links.tsx'
import { Words } from '../../ui/list/words.tsx'
import { OnlineOnly } from '../../ui/online-only.tsx'
import { LinkTabs } from '../../ui/page/link-tabs.tsx'
import { Status } from '../../ui/status/status.tsx'
import { connectionsHref, statusKinds, type Opened } from './connections-view.ts'
import { answerOf } from './delivery-answer.ts'
import { useWhen } from './use-when.ts'

const tabs = ['waiting', 'failed', 'sent'] as const
const columns = ['state', 'event', 'when', 'answer'] as const

type Props = { alias: string; opened: Opened }

/** What was sent, newest first. The opened one shows what was sent and what came back. */
export function Deliveries({ alias, opened }: Props) {
  const t = useTranslate()
  const serverReach = useServerRequired()
  const { connection, deliveries, hasMore, state, before } = opened
  const { id, isOn, waitingCount, failedCount, sentCount } = connection
  const counts = { waiting: waitingCount, failed: failedCount, sent: sentCount }
  const hrefOf = (tab: (typeof tabs)[number] | null) => connectionsHref(alias, { of: id, state: tab })
  const last = deliveries.at(-1)
  const list = useSlideIn(opened)
  return (
    <section className="ui-panel deliveries" aria-labelledby="deliveries">
      <h2 className="sr-only" id="deliveries">
        {t('connections.deliveries')}
      </h2>
      <header>
        <LinkTabs
          label={t('connections.deliveries')}
          look="segments"
          current={hrefOf(state)}
          tabs={[
            { href: hrefOf(null), label: t('connections.tab.all') },
            ...tabs.map((tab) => ({ href: hrefOf(tab), label: t(`connections.tab.${tab}`, { count: counts[tab] }) })),
          ]}
        />
        {isOn && waitingCount > 0 && <span className="deliveries-live">{t('connections.live')}</span>}
      </header>
      {deliveries.length === 0 ? (
        <p className="deliveries-none">{t('connections.none')}</p>
      ) : (
        <OnlineOnly {...serverReach}>
          <p className="deliveries-columns" aria-hidden="true">
            {columns.map((column) => (
              <span key={column}>{t(`connections.column.${column}`)}</span>
            ))}
          </p>
          <ul ref={list}>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.eventId} alias={alias} opened={opened} delivery={delivery} />
            ))}
          </ul>
        </OnlineOnly>
      )}
      <CursorLinks
        label={t('connections.pages')}
        first={before ? { href: hrefOf(state), label: t('connections.first') } : null}
        next={
          hasMore && last ? { href: connectionsHref(alias, { of: id, state, before: last.eventId }), label: t('connections.older') } : null
        }
      />
    </section>
  )
}

/** Deliveries that come while the page is open slide in; never under the pointer. */
function useSlideIn({ deliveries, state, before }: Opened) {
  const list = useRef<HTMLUListElement>(null)
  const known = useRef<{ page: string; ids: Set<string> } | null>(null)
  const page = `${state} ${before}`
  useLayoutEffect(() => {
    const last = known.current
    known.current = { page, ids: new Set(deliveries.map(({ eventId }) => eventId)) }
    if (last?.page !== page || !list.current || list.current.matches(':hover')) return
    for (const row of list.current.children) {
      if (last.ids.has(row.id)) return
      row.classList.add('arrived')
    }
  }, [deliveries, page])
  return list
}

function DeliveryRow({ alias, opened, delivery }: Props & { delivery: Delivery }) {
  const t = useTranslate()
  const when = useWhen()
  const { connection, state, before, expanded } = opened
  const { eventId, type, subject, answer, reason, createdAt } = delivery
  const isExpanded = expanded?.eventId === eventId
  const name = subject || t(`connections.event.${type}`)
  return (
    <li id={eventId} className={isExpanded ? 'delivery expanded' : 'delivery'}>
      <Status kind={statusKinds[delivery.state]}>{t(`connections.delivery.${delivery.state}`)}</Status>
      <Words title={t(`connections.event.${type}`)} note={subject} isCut />
      <time dateTime={createdAt} suppressHydrationWarning>
        {when(createdAt)}
      </time>
      <span className="delivery-answer">{answerOf(delivery, t)}</span>
      {connection.isOn && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="event" value={eventId} />
          <Button kind="ghost" size="small" type="submit" name="intent" value="resend">
            {t(delivery.state === 'waiting' ? 'connections.tryNow' : 'connections.sendAgain')}
            <span className="sr-only">{name}</span>
          </Button>
        </Form>
      )}
      <Link
        className="ui-icon-button ghost"
        to={connectionsHref(alias, { of: connection.id, state, before, show: isExpanded ? null : eventId })}
        discover="none"
        preventScrollReset
        aria-label={t(isExpanded ? 'connections.hide' : 'connections.show', { subject: name })}
      >
        <Icon name={isExpanded ? 'chevron-up' : 'chevron-down'} />
      </Link>
      {isExpanded && (
        <div className="delivery-details">
          <section>
            <h3>{t('connections.weSent', { id: eventId })}</h3>
            <pre dir="ltr">{expanded.body === null ? '' : indented(expanded.body)}</pre>
          </section>
          <section>
            <h3>{t('connections.cameBack')}</h3>
            <pre dir="auto">{reason ? t(`connections.reason.${reason}`) : answer || t('connections.emptyAnswer')}</pre>
          </section>
        </div>
      )}
    </li>
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
