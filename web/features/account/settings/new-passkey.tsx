import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { type Api, isRefused } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { SettingButton } from '../../../ui/list/settings.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { successOf } from './success-of.ts'
import { whyNotKept } from './why-not-kept.ts'

const never = () => () => {}
const isAble = () => 'PublicKeyCredential' in window
const isUnknown = () => null

/** Offered where the browser can: nothing of a passkey works without script. Its space is reserved until the script can tell. */
export function NewPasskey({ alias }: { alias: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias, 'passkeys')
  const { revalidate } = useRevalidator()
  const isShown = useSyncExternalStore<boolean | null>(never, isAble, isUnknown)
  const [isBusy, setIsBusy] = useState(false)

  async function add() {
    setIsBusy(true)
    try {
      await makePasskey(call)
      showToast(t('account.passkeyAdded'), { forMs: snackbarMs.error })
      await revalidate()
    } catch (thrown) {
      showToast(said(thrown), { kind: 'error', forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }

  function said(thrown: unknown): string {
    if (isRefused(thrown)) return whyNotKept(thrown, t)
    const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError'
    return t(isKnown ? 'account.passkeyKnown' : 'account.passkeyRefused')
  }

  if (isShown === false) return null
  return (
    <div className={isShown ? undefined : 'account-reserved'}>
      <SettingButton
        icon="plus"
        title={t('account.passkeyAdd')}
        note={t(isBusy ? 'account.passkeyAdding' : 'account.passkeyAddMore')}
        data-needs-reach
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void add()}
      />
    </div>
  )
}

/** Has this device make a passkey and the server keep it. What speaks to the device is fetched by whoever presses. */
async function makePasskey(call: Api['call']) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('accounts.newPasskey', { input: {} }),
  ])
  // The server words them by the library's own server half; the contract only looks at the challenge.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { type, ...answer } = await startRegistration({ optionsJSON })
  successOf(await call('accounts.addPasskey', { input: { answer: { ...answer, type }, name: '' } }))
}
