import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { PageStyle } from '../../../ui/page-style.tsx'
import type { ConnectCard } from '../connect-card.ts'
import styles from './connect-form.css?page-style'
import { ConnectForm } from './connect-form.tsx'
import { ConnectedScreen } from '../connected-screen.tsx'
import type { Entry, Issues } from './entry.ts'
import { QueuedNote } from '../sending/queued-note.tsx'
import { useConnect } from './use-connect.ts'
import { useOutbox } from '../sending/use-outbox.ts'

/** The result of a form that was posted without script. */
export type PostResult =
  | { isSent: true; firstName: string }
  | { isSent: false; typed: Entry; issues: Issues; serverMessage: string | null; carried: Record<string, string> }

type Props = {
  card: ConnectCard
  carried: Record<string, string>
  returned?: PostResult | undefined
  homeHref: string
  /** Renders the page around the form. */
  page: (parts: { title: string; lead?: string; children: ReactNode }) => ReactNode
}

/** The form on its own page, for links to it and for browsers without script. */
export function ConnectFormPage({ card, carried, returned, homeHref, page }: Props) {
  const t = useTranslate()
  const connecting = useConnect(card, carried['submissionId'])
  useOutbox()
  const { phase, firstName, error } = connecting
  const title = t('capture.heading')
  const isSent = returned?.isSent === true
  if (phase === 'connected' || phase === 'save' || isSent) {
    return page({
      title,
      children: (
        <div className="connect-page">
          <PageStyle name="connect-form" styles={styles} />
          <ConnectedScreen
            card={card}
            firstName={isSent ? returned.firstName : firstName}
            isAnimated={!isSent}
            isCardOffered={isSent || phase === 'save'}
          />
          <Link className="btn large wide quiet connect-back" to={homeHref}>
            {t('capture.back')}
          </Link>
        </div>
      ),
    })
  }
  const before = returned?.isSent === false ? returned : null
  return page({
    title,
    lead: t('capture.lead', { name: card.name }),
    children: (
      <div className="connect-page connect-place">
        <PageStyle name="connect-form" styles={styles} />
        {phase === 'queued' ? (
          <QueuedNote error={error} />
        ) : (
          <ConnectForm
            card={card}
            connecting={connecting}
            carried={{ ...carried, ...before?.carried }}
            {...(before ? { typed: before.typed, found: before.issues, serverMessage: before.serverMessage } : {})}
          />
        )}
      </div>
    ),
  })
}
