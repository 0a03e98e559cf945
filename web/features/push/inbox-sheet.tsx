import { useEffect, useRef } from 'react'
import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StoredNotification } from '../../platform/push/notifications.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { noticeMoment } from './notice-when.ts'

type Props = { alias: string; notice: StoredNotification; language: string; close(): void }

/** One notice, in full, with a way to what it is about. */
export function InboxSheet({ alias, notice: { receivedOn, notification }, language, close }: Props) {
  const t = useTranslate()
  const sheet = useRef<HTMLDivElement>(null)
  const { title, body, path } = notification
  useEffect(() => {
    sheet.current?.showPopover()
    sheet.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [])

  return (
    <div
      ref={sheet}
      className="panel sheet inbox-sheet"
      id="notice"
      popover="auto"
      role="dialog"
      aria-labelledby="notice-title"
      onToggle={({ newState }) => newState === 'closed' && close()}
    >
      <div className="panel-head">
        <h2 id="notice-title" tabIndex={-1} dir="auto">
          {title}
        </h2>
        <button className="panel-close" type="button" popoverTarget="notice" popoverTargetAction="hide" aria-label={t('close')}>
          <Icon name="x" />
        </button>
      </div>
      <time dateTime={new Date(receivedOn).toISOString()}>{noticeMoment(receivedOn, language)}</time>
      {body && <p dir="auto">{body}</p>}
      {isElsewhere(path, alias) && (
        <PageLink className="btn large wide door" href={path}>
          {t(leadsTo(path, ownerHref(alias, 'myContacts')) ? 'inbox.contact' : 'inbox.look')}
        </PageLink>
      )}
    </div>
  )
}

/** A path of this site's, other than where one is already. */
const isElsewhere = (path: string, alias: string) => /^\/(?![/\\])/.test(path) && !leadsTo(path, ownerHref(alias, 'myNotifications'))
const leadsTo = (path: string, page: string) => path.split(/[?#]/)[0]?.toLowerCase() === page.toLowerCase()
