import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aProvider, type AProvider } from '../../lab/fuzz/a-provider.ts'
import { readSettings } from '../settings.ts'
import { createIdentity, type Outcome } from './identity.ts'

let provider: AProvider
beforeAll(async () => {
  provider = await aProvider()
})
afterAll(() => provider[Symbol.asyncDispose]())

async function signIn(oidcFresh: 'proved' | 'requested', request: { isForced: boolean; isSilent: boolean }): Promise<Outcome> {
  const publicUrl = 'http://localhost:3000'
  const identity = createIdentity({ ...readSettings({}), ...provider.settings, oidcFresh, publicUrl })
  const { secrets } = (await identity?.begin({ ...request, returnUrl: '/' })) ?? {}
  if (!identity || !secrets) throw new Error('There is no provider.')
  const code = new URLSearchParams({ code: secrets.nonce, state: secrets.state })
  return identity.finish(new URL(`${publicUrl}/bff/callback?${code}`), secrets)
}

/** This provider sends no `auth_time`, like Google. */
async function provedAgo(...args: Parameters<typeof signIn>) {
  const outcome = await signIn(...args)
  return outcome.kind === 'identified' ? outcome.identity.authAgeMs : outcome
}

test('SESSION without auth_time no login is recent, unless the prompt is trusted', async () => {
  const args = { isForced: true, isSilent: false }
  expect(await provedAgo('proved', args)).toBeNull()
  expect(await provedAgo('requested', args)).toBe(0)
  expect(await provedAgo('requested', { isForced: false, isSilent: false })).toBeNull()
  expect(await provedAgo('requested', { isForced: true, isSilent: true })).toBeNull()
})

describe('the signature of an ID token', () => {
  afterEach(() => void Object.assign(provider, { signIdToken: provider.signed, algorithms: ['RS256'] }))

  const forge = (header: { alg: string } & Record<string, unknown>, key: CryptoKey | Uint8Array) => (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader(header)
      .setIssuer(provider.settings.oidcIssuer)
      .setAudience(provider.settings.oidcClientId)
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(key)
  const outcomeOf = async () => (await signIn('proved', { isForced: false, isSilent: false })).kind

  test('is accepted with a key of the provider', async () => {
    expect(await outcomeOf()).toBe('identified')
  })

  test('is rejected with another key, also under a published id or in its own header', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    for (const header of [{ alg: 'RS256', kid: 'one' }, { alg: 'RS256' }, { alg: 'RS256', jwk }, { alg: 'RS256', kid: 'other', jwk }]) {
      provider.signIdToken = forge(header, privateKey)
      expect(await outcomeOf(), JSON.stringify(header)).toBe('rejected')
    }
  })

  test('is rejected if missing or symmetric, whatever the provider lists', async () => {
    provider.algorithms = ['RS256', 'HS256', 'none']
    provider.signIdToken = forge({ alg: 'HS256' }, new TextEncoder().encode(provider.settings.oidcClientSecret))
    expect(await outcomeOf()).toBe('rejected')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    provider.signIdToken = async (claims) => {
      const [, payload] = (await provider.signed(claims)).split('.')
      return `${part({ alg: 'none' })}.${payload}.`
    }
    expect(await outcomeOf()).toBe('rejected')
  })
})
