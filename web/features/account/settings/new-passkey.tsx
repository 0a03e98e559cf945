import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { type Api, isProblem } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { SettingButton } from '../../../ui/list/settings.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { throwUnlessSuccess } from '../../../platform/api/throw-unless-success.ts'
import { saveErrorText } from '../../../i18n/error-text.ts'

const never = () => () => {}
const isAble = () => 'PublicKeyCredential' in window
const isUnknown = () => null

/** Passkeys need a script. The row’s space is reserved until the script knows whether the browser supports them. */
export function NewPasskey({ alias }: { alias: string }) {
  const t = useTranslate()
  const showToast = useToast()
  const call = useOwnerCall(alias, 'passkeys')
  const { revalidate } = useRevalidator()
  const isSupported = useSyncExternalStore<boolean | null>(never, isAble, isUnknown)
  const [isBusy, setIsBusy] = useState(false)

  async function add() {
    setIsBusy(true)
    try {
      await makePasskey(call)
      showToast(t('account.passkeyAdded'), { forMs: snackbarMs.error })
      await revalidate()
    } catch (thrown) {
      showToast(errorText(thrown), { kind: 'error', forMs: snackbarMs.error })
    } finally {
      setIsBusy(false)
    }
  }

  function errorText(thrown: unknown): string {
    if (isProblem(thrown)) {
      const { code, values } = thrown.problem
      if (code === 'passkeysTooMany') return t('inputIssue.passkeysTooMany', values)
      return code === 'passkeyUnreadable' ? t('inputIssue.passkeyUnreadable') : saveErrorText(thrown, t)
    }
    const isKnown = thrown instanceof Error && thrown.name === 'InvalidStateError'
    return t(isKnown ? 'account.passkeyKnown' : 'account.passkeyNotCreated')
  }

  if (isSupported === false) return null
  return (
    <div className={isSupported ? undefined : 'ui-reserved'}>
      <SettingButton
        icon="plus"
        title={t('account.passkeyAdd')}
        note={t(isBusy ? 'account.passkeyAdding' : 'account.passkeyAddMore')}
        data-online-only
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={() => void add()}
      />
    </div>
  )
}

/** Creates a passkey on this device and saves it. The library loads on the click. */
async function makePasskey(call: Api['call']) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('accounts.newPasskey', { input: {} }),
  ])
  // The options come from the library's server half; the contract validates only the challenge.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { type, ...answer } = await startRegistration({ optionsJSON })
  throwUnlessSuccess(await call('accounts.addPasskey', { input: { answer: { ...answer, type }, name: '' } }))
}
