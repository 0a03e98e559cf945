import { ownerHref } from '#contract/pages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StoredNotification } from '../../platform/push/notifications.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { formatNoticeDate } from './notice-when.ts'

type Props = { alias: string; notice: StoredNotification; language: string; close(): void }

/** One notification in full, with a link to its subject. */
export function InboxSheet({ alias, notice: { receivedOn, notification }, language, close }: Props) {
  const t = useTranslate()
  const { title, body, path } = notification
  return (
    <Dialog
      isOpen
      onClose={close}
      title={<span dir="auto">{title}</span>}
      lead={<time dateTime={new Date(receivedOn).toISOString()}>{formatNoticeDate(receivedOn, language)}</time>}
      closeLabel={t('close')}
      actions={
        isElsewhere(path, alias) && (
          <ButtonLink kind="primary" href={path}>
            {t(leadsTo(path, ownerHref(alias, 'myContacts')) ? 'inbox.contact' : 'inbox.view')}
          </ButtonLink>
        )
      }
    >
      {body && (
        <p className="inbox-body" dir="auto">
          {body}
        </p>
      )}
    </Dialog>
  )
}

/** A path on this site other than the current page. */
const isElsewhere = (path: string, alias: string) => /^\/(?![/\\])/.test(path) && !leadsTo(path, ownerHref(alias, 'myNotifications'))
const leadsTo = (path: string, page: string) => path.split(/[?#]/)[0]?.toLowerCase() === page.toLowerCase()
