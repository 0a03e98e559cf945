import { useState, useSyncExternalStore } from 'react'
import { isRefused } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { useSite } from '../../platform/use-site.ts'
import { OwnerIcon as Icon } from '../../ui/icons/owner-icon.tsx'
import { Notice } from './notice.tsx'

/** Signs in with a key the device keeps. Shown where the device can; what it needs is fetched when it is pressed. */
export function PasskeyButton({ returnUrl }: { returnUrl: string }) {
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
