import type { OwnSession } from '#contract/accounts/accounts.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SettingButton, Settings, SettingWords } from '../../../ui/list/settings.tsx'
import { Badge } from '../../../ui/status/badge.tsx'
import type { AccountView } from './account-view.ts'
import { useReloadingMutation } from './use-reloading-mutation.ts'
import { useMoment } from './use-moment.ts'

/** All signed-in devices. Every session but the current one can be ended. */
export function SignInSessions({ view: { alias, sessions, language } }: { view: AccountView }) {
  const t = useTranslate()
  const call = useOwnerCall(alias)
  const { isBusy, act } = useReloadingMutation()
  const hasOthers = (sessions ?? []).some(({ isThisOne }) => !isThisOne)

  const end = (id: string) =>
    act(() => call('accounts.endSession', { input: { id } }), t(id === 'others' ? 'account.sessionsEnded' : 'account.sessionEnded'))

  return (
    <Settings title={t('account.sessions')} aria-busy={isBusy}>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          const { submitter } = event.nativeEvent as SubmitEvent
          void end(submitter?.getAttribute('value') ?? '')
        }}
      >
        <input type="hidden" name="intent" value="session-end" />
        {!sessions && <p className="ui-setting">{t('account.unknown')}</p>}
        {sessions && (
          <ul>
            {sessions.map((session) => (
              <SessionRow key={session.id} session={session} language={language} isBusy={isBusy} />
            ))}
          </ul>
        )}
        {hasOthers && (
          <SettingButton
            icon="log-out"
            title={t('account.sessionsEnd')}
            isDanger
            type="submit"
            name="value"
            value="others"
            disabled={isBusy}
          />
        )}
      </form>
    </Settings>
  )
}

type RowProps = { session: OwnSession; language: AccountView['language']; isBusy: boolean }

function SessionRow({ session: { id, device, signedInAt, lastUsedAt, isThisOne }, language, isBusy }: RowProps) {
  const t = useTranslate()
  const moment = useMoment(language)
  return (
    <li className="ui-setting">
      <SettingWords
        icon={/phone|ipad|android/i.test(device) ? 'smartphone' : 'monitor'}
        title={device}
        note={t('account.sessionSince', { signedIn: moment(signedInAt), lastUsed: moment(lastUsedAt) })}
      />
      {isThisOne ? (
        <Badge>{t('account.sessionHere')}</Badge>
      ) : (
        <Button size="small" type="submit" name="value" value={id} disabled={isBusy} aria-label={t('account.sessionEndOf', { device })}>
          {t('account.sessionEnd')}
        </Button>
      )}
    </li>
  )
}
