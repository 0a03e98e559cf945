import { useId } from 'react'
import type { OwnSession } from '#contract/accounts/accounts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { AccountView } from './account-view.ts'
import { useDeed } from './use-deed.ts'
import { useMoment } from './use-moment.ts'

/** Every device that is signed in, with a way to end each but this one. */
export function SignInSessions({ view: { alias, sessions, language } }: { view: AccountView }) {
  const t = useTranslate()
  const title = useId()
  const call = useOwnerCall(alias)
  const { isBusy, act } = useDeed()
  const hasOthers = (sessions ?? []).some(({ isThisOne }) => !isThisOne)

  const end = (id: string) =>
    act(() => call('accounts.endSession', { input: { id } }), t(id === 'others' ? 'account.sessionsEnded' : 'account.sessionEnded'))

  return (
    <section aria-labelledby={title} aria-busy={isBusy}>
      <h2 id={title}>{t('account.sessions')}</h2>
      <form
        className="rows"
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent as SubmitEvent
          void end(submitter?.getAttribute('value') ?? '')
        }}
      >
        <input type="hidden" name="intent" value="session-end" />
        {!sessions && <p className="row quiet">{t('account.unknown')}</p>}
        {sessions && (
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} language={language} isBusy={isBusy} />
            ))}
          </ul>
        )}
        {hasOthers && (
          <button className="row bad" type="submit" name="value" value="others" disabled={isBusy}>
            <span className="row-icon">
              <Icon name="log-out" />
            </span>
            <b>{t('account.sessionsEnd')}</b>
          </button>
        )}
      </form>
    </section>
  )
}

type RowProps = { session: OwnSession; language: AccountView['language']; isBusy: boolean }

function SessionRow({ session: { id, device, signedInAt, seenAt, isThisOne }, language, isBusy }: RowProps) {
  const t = useTranslate()
  const moment = useMoment(language)
  return (
    <li className="row">
      <span className="row-icon">
        <Icon name={/phone|ipad|android/i.test(device) ? 'smartphone' : 'monitor'} />
      </span>
      <span className="row-words">
        <b dir="auto">{device}</b>
        <small>{t('account.sessionSince', { signedIn: moment(signedInAt), seen: moment(seenAt) })}</small>
      </span>
      {isThisOne ? (
        <span className="badge here">{t('account.sessionHere')}</span>
      ) : (
        <button
          className="btn small"
          type="submit"
          name="value"
          value={id}
          disabled={isBusy}
          aria-label={t('account.sessionEndOf', { device })}
        >
          {t('account.sessionEnd')}
        </button>
      )}
    </li>
  )
}
