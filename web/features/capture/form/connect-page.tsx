import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslate } from '../../../i18n/use-translate.ts'
import type { ConnectCard } from '../connect-card.ts'
import { ConnectForm } from './connect-form.tsx'
import { ConnectStyle } from '../connect-style.tsx'
import { Door } from '../door.tsx'
import type { Entry, Faults } from './entry.ts'
import { KeptNote } from '../sending/kept-note.tsx'
import { useConnect } from './use-connect.ts'
import { useKeptEntries } from '../sending/use-kept-entries.ts'

/** What came of a form that was sent without a script. */
export type Returned =
  | { isSent: true; firstName: string }
  | { isSent: false; typed: Entry; faults: Faults; said: string | null; carried: Record<string, string> }

type Props = {
  card: ConnectCard
  carried: Record<string, string>
  returned?: Returned | undefined
  homeHref: string
  /** Draws the page around: its name, a line under it, what is in it. */
  page: (parts: { title: string; lead?: string; children: ReactNode }) => ReactNode
}

/** The form on a page of its own, for whoever was given a link to it, and for browsers without scripts. */
export function ConnectFormPage({ card, carried, returned, homeHref, page }: Props) {
  const t = useTranslate()
  const connecting = useConnect(card, carried['submissionId'])
  useKeptEntries()
  const { phase, firstName, error } = connecting
  const title = t('capture.heading')
  const isSent = returned?.isSent === true
  if (phase === 'connected' || phase === 'save' || isSent) {
    return page({
      title,
      children: (
        <div className="connect-page">
          <ConnectStyle />
          <Door card={card} firstName={isSent ? returned.firstName : firstName} isMoving={!isSent} isOffered={isSent || phase === 'save'} />
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
        <ConnectStyle />
        {phase === 'kept' ? (
          <KeptNote card={card} error={error} />
        ) : (
          <ConnectForm
            card={card}
            connecting={connecting}
            carried={{ ...carried, ...before?.carried }}
            {...(before ? { typed: before.typed, found: before.faults, said: before.said } : {})}
          />
        )}
      </div>
    ),
  })
}
