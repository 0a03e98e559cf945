import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SettingLink, Settings, SettingWords } from '../../../ui/list/settings.tsx'
import type { AccountView } from './account-view.ts'
import { NewPasskey } from './new-passkey.tsx'
import { useReloadingMutation } from './use-reloading-mutation.ts'
import { useMoment } from './use-moment.ts'

/** How this account logs in: passkeys, a password, or an identity provider. */
export function LoginMethodList({ view }: { view: AccountView }) {
  const t = useTranslate()
  const { ways, hrefs } = view
  return (
    <Settings title={t('account.loginMethods')}>
      {!ways && <p className="ui-setting">{t('account.unknown')}</p>}
      {ways?.usesIdentityProvider && <p className="ui-setting">{t('account.loginMethodsExternal')}</p>}
      {ways && !ways.usesIdentityProvider && (
        <>
          <Passkeys view={view} passkeys={ways.passkeys} />
          <NewPasskey alias={view.alias} />
          <SettingLink
            icon="key-round"
            title={t(ways.hasPassword ? 'account.password' : 'account.passwordMake')}
            isDocument
            href={`${hrefs.details}#password`}
          />
        </>
      )}
    </Settings>
  )
}

type PasskeysProps = { view: AccountView; passkeys: NonNullable<AccountView['ways']>['passkeys'] }

function Passkeys({ view: { alias, language }, passkeys }: PasskeysProps) {
  const t = useTranslate()
  const moment = useMoment(language)
  const call = useOwnerCall(alias, 'passkeys')
  const { isBusy, act } = useReloadingMutation()
  const moreOf = ({ createdAt, usedAt }: PasskeysProps['passkeys'][number]) =>
    usedAt
      ? t('account.passkeyUsed', { added: moment(createdAt), used: moment(usedAt) })
      : t('account.passkeyUnused', { added: moment(createdAt) })

  if (passkeys.length === 0) return null
  return (
    <form
      method="post"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        const id = submitter?.getAttribute('value') ?? ''
        void act(() => call('accounts.removePasskey', { input: { id } }), t('account.passkeyRemoved'))
      }}
    >
      <input type="hidden" name="intent" value="passkey-remove" />
      <ul>
        {passkeys.map((passkey) => {
          const name = passkey.name || t('account.passkey')
          return (
            <li className="ui-setting" key={passkey.id}>
              <SettingWords icon="fingerprint" title={name} note={moreOf(passkey)} />
              <Button
                size="small"
                type="submit"
                name="value"
                value={passkey.id}
                disabled={isBusy}
                aria-label={t('account.passkeyRemoveOf', { name })}
              >
                {t('account.passkeyRemove')}
              </Button>
            </li>
          )
        })}
      </ul>
    </form>
  )
}
