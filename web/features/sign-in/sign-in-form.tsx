import { useState, useSyncExternalStore } from 'react'
import { isRefused } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  returnUrl: string
  email: string
  trouble: { message: string; faults: Record<string, string> } | null
  notice: string | null
}

/** E-mail and password, or a link by mail, or a passkey. A plain form: it works before any script. */
export function SignInForm({ returnUrl, email, trouble, notice }: Props) {
  const t = useTranslate()
  const back = `?${new URLSearchParams({ returnUrl })}`
  const faults = trouble?.faults ?? {}
  return (
    <>
      {notice && (
        <Banner kind="info" isLive>
          {notice}
        </Banner>
      )}
      {trouble && Object.keys(faults).length === 0 && (
        <Banner kind="bad" isLive>
          {trouble.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          error={faults['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          error={faults['password']}
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
      <p className="login-or">
        <span>{t('login.or')}</span>
      </p>
      <div className="login-others">
        <PasskeyButton returnUrl={returnUrl} />
        <ButtonLink isWide icon="mail" isDocument href={`/account/link${back}`}>
          {t('login.byMail')}
        </ButtonLink>
      </div>
      <p className="login-foot">
        {t('login.new')}{' '}
        <TextLink isDocument href={`/account/sign-up${back}`}>
          {t('login.signUp')}
        </TextLink>
      </p>
    </>
  )
}

/** Signs in with a key the device keeps. Shown where the device can; what it needs is fetched when it is pressed. */
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
      // A person who closes the device's own window changed their mind: nothing to tell.
      const isClosed = thrown instanceof Error && ['NotAllowedError', 'AbortError'].includes(thrown.name)
      setState(isClosed ? 'idle' : isRefused(thrown) && thrown.problem.status === 401 ? 'refused' : 'failed')
    }
  }

  return (
    <>
      {(state === 'refused' || state === 'failed') && (
        <Banner kind="bad" isLive>
          {t(state === 'refused' ? 'login.passkeyRefused' : 'login.passkeyFailed')}
        </Banner>
      )}
      <Button isWide icon="fingerprint" data-needs-reach isBusy={state === 'busy'} onClick={() => void signIn()}>
        {t('login.passkey')}
      </Button>
    </>
  )
}

const never = () => () => {}
/** Whether this browser knows passkeys, and this address is one that may have them. */
const useCanPasskey = () =>
  useSyncExternalStore(
    never,
    () => typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|:/.test(location.hostname),
    () => false,
  )

/** Where accounts are kept elsewhere and something went wrong there: the way to try again. */
export function OutsideLogin({ href }: { href: string }) {
  const t = useTranslate()
  return (
    <>
      <Banner kind="bad" isLive>
        {t('login.providerFailed')}
      </Banner>
      <p className="login-form">
        <ButtonLink kind="primary" size="large" isWide isDocument href={href}>
          {t('login.button')}
        </ButtonLink>
      </p>
    </>
  )
}
