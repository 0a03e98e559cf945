import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { Api } from '#contract/api.ts'
import { successOf } from './success-of.ts'

/** Has this device make a passkey and the server keep it. What speaks to the device is fetched by whoever presses. */
export async function makePasskey(call: Api['call']) {
  const [{ startRegistration }, options] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('accounts.newPasskey', { input: {} }),
  ])
  // The server words them by the library's own server half; the contract only looks at the challenge.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { type, ...answer } = await startRegistration({ optionsJSON })
  successOf(await call('accounts.addPasskey', { input: { answer: { ...answer, type }, name: '' } }))
}
