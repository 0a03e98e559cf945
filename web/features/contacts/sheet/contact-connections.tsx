import { useEffect, useState } from 'react'
import { isCrm } from '#contract/connection-choices.ts'
import type { Api } from '#contract/api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useServerRequired } from '../../../platform/connection/use-reach.ts'
import { useReader } from '../../../platform/use-reader.ts'
import { whenOf } from '../../../platform/when.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Icon, Mark } from '../../../ui/icons/icon.tsx'
import { ListRow } from '../../../ui/list/list.tsx'
import { OnlineOnly } from '../../../ui/online-only.tsx'
import { Status } from '../../../ui/status/status.tsx'
import type { SentTo } from '../contacts-view.ts'
import { useMutation } from '../use-mutation.ts'

type Props = { alias: string; id: string; sent: readonly SentTo[] | null; call: Api['call'] }

/** Where the contact was sent, and when. Without a connection there is no section. */
export function ContactConnections({ alias, id, sent, call }: Props) {
  const t = useTranslate()
  const serverReach = useServerRequired()
  const { isBusy, run } = useMutation()
  const [rows, setRows] = useState(sent)
  const isLoaded = rows !== null
  const load = () => call('connections.ofContact', { params: { alias, contactId: id } })
  useEffect(() => {
    if (isLoaded) return
    let isCurrent = true
    // Without it the contact is still complete.
    call('connections.ofContact', { params: { alias, contactId: id } }).then(
      (found) => isCurrent && setRows(found),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [isLoaded, alias, id, call])
  if (!rows || rows.length === 0) return null
  return (
    <section className="contact-connections" aria-labelledby="contact-connections">
      <h3 id="contact-connections">{t('connections.title')}</h3>
      <OnlineOnly {...serverReach}>
        <ul className="ui-list">
          {rows.map((row) => (
            <SentRow
              key={row.connection.id}
              row={row}
              isBusy={isBusy}
              resend={() =>
                void run(async () => {
                  await call('connections.resend', { input: { alias, id: row.connection.id, eventId: row.eventId } })
                  setRows(await load())
                })
              }
            />
          ))}
        </ul>
      </OnlineOnly>
    </section>
  )
}

const titles = { sent: 'connections.sentTo', waiting: 'connections.waitingFor', failed: 'connections.notSentTo' } as const

function SentRow({ row, isBusy, resend }: { row: SentTo; isBusy: boolean; resend(): void }) {
  const t = useTranslate()
  const reader = useReader()
  const { connection, type, state, eventId, createdAt, triedAt, nextAt, status } = row
  const at = (iso: string, isExact = false) => {
    const { day, date, time } = whenOf(iso, reader)
    return day === 'today' ? time : isExact ? t('contacts.dayAt', { date, time }) : date
  }
  const answer = status === null ? t('connections.unanswered') : String(status)
  const waiting = [triedAt && answer, nextAt && t('connections.nextTry', { time: at(nextAt, true) })].filter(Boolean).join(' · ')
  const isAdded = isCrm(connection.preset) && type === 'contact.created'
  const sent = isAdded && t(status === 201 ? 'connections.newPerson' : 'connections.knownPerson')
  const note = state === 'sent' ? sent : waiting
  return (
    <ListRow
      lead={
        <span className="ui-row-icon center">
          {connection.preset === 'own' ? <Icon name="webhook" /> : <Mark name={connection.preset} />}
        </span>
      }
      title={<span suppressHydrationWarning>{t(titles[state], { name: connection.name, time: at(triedAt ?? createdAt) })}</span>}
      note={note && <span suppressHydrationWarning>{note}</span>}
      end={
        state === 'sent' ? (
          <Status kind="ok">{t('connections.delivery.sent')}</Status>
        ) : (
          <form
            method="post"
            onSubmit={(event) => {
              event.preventDefault()
              resend()
            }}
          >
            <input type="hidden" name="intent" value="resend" />
            <input type="hidden" name="connection" value={connection.id} />
            <input type="hidden" name="event" value={eventId} />
            <Button kind="ghost" size="small" type="submit" isBusy={isBusy}>
              {t(state === 'waiting' ? 'connections.tryNow' : 'connections.sendAgain')}
            </Button>
          </form>
        )
      }
      isWrapped
    />
  )
}
