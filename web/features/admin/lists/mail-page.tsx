import mailbox from '../../../ui/art/spot-mailbox.svg?url'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Facts } from '../../../ui/list/facts.tsx'
import { List, ListRow } from '../../../ui/list/list.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Panel } from '../../../ui/page/panel.tsx'
import { AdminMain, NextLink } from '../admin-main.tsx'
import { mailHref, placeHref } from '../admin-places.ts'
import type { AdminView } from '../admin-view.ts'

/** Emails that are stored here because nothing sends them. */
export function MailsPage({ isSent, mails, next, isFurther }: Extract<AdminView, { page: 'mails' }>) {
  const t = useTranslate()
  return (
    <AdminMain title={t('admin.mail')}>
      <Banner kind={isSent ? 'info' : 'warn'} title={t(isSent ? 'admin.mailSending' : 'admin.mailNotSending')}>
        {t(isSent ? 'admin.outboxSent' : 'admin.outboxKept')}
      </Banner>
      {mails.length === 0 ? (
        <EmptyState art={mailbox} title={t('admin.outboxNone')} />
      ) : (
        <List label={t('admin.mail')} isWrapped>
          {mails.map(({ id, at, to, subject }) => (
            <ListRow key={id} title={subject || t('admin.noSubject')} note={<bdi dir="ltr">{to}</bdi>} href={mailHref(id)} end={at} />
          ))}
        </List>
      )}
      <NextLink path={placeHref('/mail')} next={next} isFurther={isFurther} />
    </AdminMain>
  )
}

/** One of them, as text: whatever an email holds, nothing of it runs here. */
export function MailPage({ mail: { from, to, at, subject, text, attachments }, isCut }: Extract<AdminView, { page: 'mail' }>) {
  const t = useTranslate()
  const facts = [
    { name: t('admin.from'), value: from },
    { name: t('admin.to'), value: to },
    { name: t('admin.date'), value: at },
    { name: t('admin.attached'), value: attachments.join(', ') },
  ]
  return (
    <AdminMain below="/mail" title={subject || t('admin.noSubject')}>
      {isCut && (
        <Banner kind="info" title={t('admin.waysHiddenTitle')}>
          {t('admin.waysHidden')}
        </Banner>
      )}
      <Panel>
        <Facts facts={facts.filter(({ value }) => value !== '')} />
      </Panel>
      <pre className="ui-panel ui-text" dir="auto">
        {text}
      </pre>
    </AdminMain>
  )
}
