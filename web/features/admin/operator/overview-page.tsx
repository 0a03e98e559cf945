import type { ReactNode } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageMain } from './page-main.tsx'
import { placeHref } from './places.ts'
import type { DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'overview' }>

/** How the installation is, at a glance. */
export function OverviewPage({ health, databaseSize, freeSpace }: Props) {
  const t = useTranslate()
  const { database, storage, jobs, mail, counts } = health
  const isWell = storage.isWritable && !storage.isAway && jobs.failed === 0
  const facts: [string, ReactNode, boolean?][] = [
    [t('operator.version'), health.version],
    [
      t('operator.address'),
      <span key="address" dir="ltr">
        {health.publicUrl}
      </span>,
    ],
    [
      t('operator.database'),
      [
        `PostgreSQL ${database.version}`,
        database.isEmbedded ? t('operator.embedded') : '',
        databaseSize,
        t('operator.migrations', { count: database.migrations }),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    [t('operator.servers'), health.servers],
    [
      t('operator.storage'),
      [
        t(storage.isWritable ? 'operator.writable' : 'operator.notWritable'),
        storage.isAway && t('operator.bucketAway'),
        freeSpace && t('operator.free', { amount: freeSpace }),
      ]
        .filter(Boolean)
        .join(' · '),
      !storage.isWritable || storage.isAway,
    ],
    [
      t('operator.jobs'),
      <a key="jobs" href={placeHref('/jobs')}>
        {t('operator.jobsState', jobs)}
      </a>,
      jobs.failed > 0,
    ],
    [
      t('operator.mail'),
      <a key="mail" href={placeHref('/outbox')}>
        {t(mail.isSent ? 'operator.mailSent' : 'operator.mailKept')}
      </a>,
    ],
  ]
  const numbers = [
    ['operator.cards', counts.cards],
    ['operator.demoCards', counts.demoCards],
    ['operator.accounts', counts.accounts],
    ['operator.contacts', counts.contacts],
    ['operator.pictures', counts.pictures],
  ] as const
  return (
    <PageMain title={t('operator.title')} lead={t('operator.lead')}>
      <p className={isWell ? 'desk-told' : 'desk-told bad'}>
        <Icon name={isWell ? 'check' : 'circle-alert'} />
        <span>{t(isWell ? 'operator.well' : 'operator.unwell')}</span>
      </p>
      <dl className="op-numbers">
        {numbers.map(([word, number]) => (
          <div key={word}>
            <dd>{number}</dd>
            <dt>{t(word)}</dt>
          </div>
        ))}
      </dl>
      <dl className="op-facts">
        {facts.map(([name, said, isBad]) => (
          <div key={name} className={isBad ? 'bad' : undefined}>
            <dt>{name}</dt>
            <dd>{said}</dd>
          </div>
        ))}
      </dl>
    </PageMain>
  )
}
