import type { ReactNode } from 'react'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { PageMain } from './page-main.tsx'
import { placeHref } from './places.ts'
import type { DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'overview' }>

/** How the installation is, at a glance. */
export function OverviewPage({ health, databaseSize, freeSpace }: Props) {
  const say = useAccountSay()
  const { database, storage, jobs, mail, counts } = health
  const isWell = storage.isWritable && !storage.isAway && jobs.failed === 0
  const facts: [string, ReactNode, boolean?][] = [
    [say('operator.version'), health.version],
    [
      say('operator.address'),
      <span key="address" dir="ltr">
        {health.publicUrl}
      </span>,
    ],
    [
      say('operator.database'),
      [
        `PostgreSQL ${database.version}`,
        database.isEmbedded ? say('operator.embedded') : '',
        databaseSize,
        say('operator.migrations', { count: database.migrations }),
      ]
        .filter(Boolean)
        .join(' · '),
    ],
    [say('operator.servers'), health.servers],
    [
      say('operator.storage'),
      [
        say(storage.isWritable ? 'operator.writable' : 'operator.notWritable'),
        storage.isAway && say('operator.bucketAway'),
        freeSpace && say('operator.free', { amount: freeSpace }),
      ]
        .filter(Boolean)
        .join(' · '),
      !storage.isWritable || storage.isAway,
    ],
    [
      say('operator.jobs'),
      <a key="jobs" href={placeHref('/jobs')}>
        {say('operator.jobsState', jobs)}
      </a>,
      jobs.failed > 0,
    ],
    [
      say('operator.mail'),
      <a key="mail" href={placeHref('/outbox')}>
        {say(mail.isSent ? 'operator.mailSent' : 'operator.mailKept')}
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
    <PageMain title={say('operator.title')} lead={say('operator.lead')}>
      <p className={isWell ? 'desk-told' : 'desk-told bad'}>
        <Icon name={isWell ? 'check' : 'circle-alert'} />
        <span>{say(isWell ? 'operator.well' : 'operator.unwell')}</span>
      </p>
      <dl className="op-numbers">
        {numbers.map(([word, number]) => (
          <div key={word}>
            <dd>{number}</dd>
            <dt>{say(word)}</dt>
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
