import { useState, useSyncExternalStore } from 'react'
import { isRefused } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { useSite } from '../../platform/use-site.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'

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
      {notice && <Notice>{notice}</Notice>}
      {trouble && Object.keys(faults).length === 0 && <Notice isBad>{trouble.message}</Notice>}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <Field
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          fault={faults['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faults['password']}
          required
        />
        <p className="login-aside">
          <a href={`/account/forgot${back}`}>{t('login.forgot')}</a>
        </p>
        <button className="btn large wide door" type="submit" name="way" value="password">
          {t('login.button')}
          <Icon name="arrow-right" />
        </button>
      </form>
      <p className="login-or">
        <span>{t('login.or')}</span>
      </p>
      <div className="login-others">
        <PasskeyButton returnUrl={returnUrl} />
        <a className="btn wide outline" href={`/account/link${back}`}>
          <Icon name="mail" />
          {t('login.byMail')}
        </a>
      </div>
      <p className="login-foot">
        {t('login.new')} <a href={`/account/sign-up${back}`}>{t('login.signUp')}</a>
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
        <Notice isBad>{t(state === 'refused' ? 'login.passkeyRefused' : 'login.passkeyFailed')}</Notice>
      )}
      <button
        className="btn wide outline"
        type="button"
        data-needs-reach
        disabled={state === 'busy'}
        aria-busy={state === 'busy'}
        onClick={signIn}
      >
        <Icon name="fingerprint" />
        {t('login.passkey')}
      </button>
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
      <Notice isBad>{t('login.providerFailed')}</Notice>
      <p className="login-form">
        <a className="btn large wide door" href={href}>
          {t('login.button')}
          <Icon name="arrow-right" />
        </a>
      </p>
    </>
  )
}
