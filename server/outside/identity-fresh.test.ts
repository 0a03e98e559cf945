import { afterAll, beforeAll, expect, test } from 'vitest'
import { aProvider, type AProvider } from '../../tests/fuzz/a-provider.ts'
import { readSettings } from '../settings.ts'
import { createIdentity } from './identity.ts'

let provider: AProvider
beforeAll(async () => {
  provider = await aProvider()
})
afterAll(() => provider[Symbol.asyncDispose]())

/** This provider says no `auth_time`, as Google does not. */
async function provedAgo(oidcFresh: 'proved' | 'asked', wish: { isForced: boolean; isSilent: boolean }) {
  const publicUrl = 'http://localhost:3000'
  const identity = createIdentity({ ...readSettings({}), ...provider.settings, oidcFresh, publicUrl })
  const { secrets } = (await identity?.begin({ ...wish, returnUrl: '/' })) ?? {}
  if (!identity || !secrets) throw new Error('There is no provider.')
  const code = new URLSearchParams({ code: secrets.nonce, state: secrets.state })
  const outcome = await identity.finish(new URL(`${publicUrl}/bff/callback?${code}`), secrets)
  return outcome.kind === 'known' ? outcome.known.provedAgoMs : outcome
}

test('SESSION a provider that does not say when somebody signed in makes nobody fresh, unless an operator takes its word for being asked', async () => {
  const asked = { isForced: true, isSilent: false }
  expect(await provedAgo('proved', asked)).toBeNull()
  expect(await provedAgo('asked', asked)).toBe(0)
  expect(await provedAgo('asked', { isForced: false, isSilent: false })).toBeNull()
  expect(await provedAgo('asked', { isForced: true, isSilent: true })).toBeNull()
})
