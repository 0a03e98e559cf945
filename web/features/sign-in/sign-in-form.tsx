import { Stack } from '../../ui/page/layout.tsx'
import { useState } from 'react'
import { isProblem } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { isPasskeyDialogClosed, useCanPasskey } from '../../platform/login/passkeys.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { EmailField } from './person-fields.tsx'

type Props = {
  returnUrl: string
  email: string
  failure: { message: string; issues: Record<string, string> } | null
  notice: string | null
  takesSignUps: boolean
  sendsMail: boolean
}

/** Log in by password, mailed link or passkey. A plain form that works without script. */
export function SignInForm({ returnUrl, email, failure, notice, takesSignUps, sendsMail }: Props) {
  const t = useTranslate()
  const back = `?${new URLSearchParams({ returnUrl })}`
  const issues = failure?.issues ?? {}
  return (
    <>
      {notice && (
        <Banner kind="info" isLive>
          {notice}
        </Banner>
      )}
      {failure && Object.keys(issues).length === 0 && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <EmailField typed={{ email }} issues={issues} autoComplete="username webauthn" />
        <PasswordField
          label={t('login.password')}
          showLabel={t('login.showPassword')}
          name="password"
          autoComplete="current-password"
          error={issues['password']}
          required
        />
        <p className="login-aside">
          <TextLink isDocument href={`/account/forgot${back}`}>
            {t('login.forgot')}
          </TextLink>
        </p>
        <Button kind="primary" size="large" isWide type="submit" name="way" value="password">
          {t('login.button')}
        </Button>
      </form>
      <p className="ui-or across">
        <span>{t('login.or')}</span>
      </p>
      <Stack isTight>
        <PasskeyButton returnUrl={returnUrl} />
        <ButtonLink isWide icon="mail" isDocument href={`/account/link${back}`}>
          {t('login.byMail', { sendsMail })}
        </ButtonLink>
      </Stack>
      {takesSignUps && (
        <p className="login-foot">
          {t('login.new')}{' '}
          <TextLink isDocument href={`/account/sign-up${back}`}>
            {t('login.signUp')}
          </TextLink>
        </p>
      )}
    </>
  )
}

/** Logs in with a passkey. Visible if the device supports it; its script loads on click. */
function PasskeyButton({ returnUrl }: { returnUrl: string }) {
  const t = useTranslate()
  const { productSlug } = useSite()
  const canPasskey = useCanPasskey()
  const [state, setState] = useState<'idle' | 'busy' | 'refused' | 'failed'>('idle')
  if (!canPasskey) return null

  async function signIn() {
    setState('busy')
    try {
      const { call } = createClient({ slug: productSlug })
      const [{ startAuthentication }, optionsJSON] = await Promise.all([
        import('@simplewebauthn/browser'),
        call('accounts.passkeyChallenge', { input: {} }),
      ])
      const answer = await startAuthentication({ optionsJSON })
      const signedIn = await call('accounts.passkeySignIn', { input: { answer: { ...answer }, returnUrl } })
      location.assign(signedIn.returnUrl)
    } catch (thrown) {
      setState(isPasskeyDialogClosed(thrown) ? 'idle' : isProblem(thrown) && thrown.problem.status === 401 ? 'refused' : 'failed')
    }
  }

  return (
    <>
      {(state === 'refused' || state === 'failed') && (
        <Banner kind="bad" isLive>
          {t(state === 'refused' ? 'login.passkeyUnknown' : 'login.passkeyFailed')}
        </Banner>
      )}
      <Button isWide icon="fingerprint" data-online-only isBusy={state === 'busy'} onClick={() => void signIn()}>
        {t('login.passkey')}
      </Button>
    </>
  )
}
