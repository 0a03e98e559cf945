import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { More, PageMain } from './page-main.tsx'
import { mailHref, nextHref, placeHref } from './places.ts'
import type { DeskView } from './views.ts'

/** Mails that nobody sends. */
export function OutboxPage({ isSent, mails, next }: Extract<DeskView, { page: 'outbox' }>) {
  const t = useTranslate()
  const here = placeHref('/outbox')
  return (
    <PageMain title={t('operator.outbox')} lead={t(isSent ? 'operator.outboxSent' : 'operator.outboxKept')}>
      {mails.length === 0 && <p className="op-none">{t('operator.outboxNone')}</p>}
      <ul className="desk-rows">
        {mails.map(({ id, at, to, subject }) => (
          <li key={id}>
            <a href={mailHref(id)}>
              <span className="desk-words">
                <b dir="auto">{subject || t('operator.noSubject')}</b>
                <small>
                  <span dir="ltr">{to}</span> · {at}
                </small>
              </span>
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
      <More href={next && nextHref(here, '', next)} />
    </PageMain>
  )
}

/** One of them, as text: whatever a mail holds, nothing of it runs here. */
export function MailPage({ mail: { from, to, at, subject, text, attachments }, isCut }: Extract<DeskView, { page: 'mail' }>) {
  const t = useTranslate()
  const facts = [
    [t('operator.from'), from],
    [t('operator.to'), to],
    [t('operator.date'), at],
    [t('operator.attached'), attachments.join(', ')],
  ] as const
  return (
    <PageMain back={placeHref('/outbox')} title={subject || t('operator.noSubject')}>
      <dl className="op-facts">
        {facts.map(
          ([name, said]) =>
            said && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{said}</dd>
              </div>
            ),
        )}
      </dl>
      {isCut && <p className="desk-hint op-note">{t('operator.waysHidden')}</p>}
      <pre className="op-mail" dir="auto">
        {text}
      </pre>
    </PageMain>
  )
}
