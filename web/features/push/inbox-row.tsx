import { useTranslate } from '../../i18n/use-translate.ts'
import type { StoredNotification } from '../../platform/push/notifications.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { noticeMoment, noticeWhen } from './notice-when.ts'
import { useSlideAway } from './use-slide-away.ts'

type Props = { notice: StoredNotification; now: number; language: string; open(): void; read(): void; dismiss(): void }

/** A notice: press to open, slide or press to be rid of it. */
export function InboxRow({ notice: { status, receivedOn, notification }, now, language, open, read, dismiss }: Props) {
  const t = useTranslate()
  const slide = useSlideAway(dismiss)
  const { title, body, topic } = notification
  const isNew = status === 'new'

  return (
    <li className={isNew ? 'inbox-row unread' : 'inbox-row'} {...slide}>
      <span className="inbox-icon">
        <Icon name={topic === 'New_Connected_Client' ? 'user-plus' : 'sparkles'} />
      </span>
      <div className="inbox-text">
        <div className="inbox-head">
          <h2>
            <button type="button" onClick={open} aria-haspopup="dialog">
              {isNew && <span className="sr-only">{t('inbox.new')}: </span>}
              <bdi>{title}</bdi>
            </button>
          </h2>
          <time dateTime={new Date(receivedOn).toISOString()} title={noticeMoment(receivedOn, language)}>
            {noticeWhen(receivedOn, now, { language, yesterday: t('inbox.yesterday') })}
          </time>
        </div>
        {body && <p dir="auto">{body}</p>}
        <div className="inbox-doors">
          {isNew && (
            <button className="btn soft" type="button" onClick={read} aria-label={t('inbox.readOf', { title })}>
              <Icon name="check" />
              {t('inbox.read')}
            </button>
          )}
          <button className="btn ghost" type="button" onClick={dismiss} aria-label={t('inbox.dismissOf', { title })}>
            {t('inbox.dismiss')}
          </button>
        </div>
      </div>
    </li>
  )
}
