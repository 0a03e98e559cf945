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

async function signIn(oidcFresh: 'proved' | 'asked', wish: { isForced: boolean; isSilent: boolean }): Promise<Outcome> {
  const publicUrl = 'http://localhost:3000'
  const identity = createIdentity({ ...readSettings({}), ...provider.settings, oidcFresh, publicUrl })
  const { secrets } = (await identity?.begin({ ...wish, returnUrl: '/' })) ?? {}
  if (!identity || !secrets) throw new Error('There is no provider.')
  const code = new URLSearchParams({ code: secrets.nonce, state: secrets.state })
  return identity.finish(new URL(`${publicUrl}/bff/callback?${code}`), secrets)
}

/** This provider sends no `auth_time`, like Google. */
async function provedAgo(...asked: Parameters<typeof signIn>) {
  const outcome = await signIn(...asked)
  return outcome.kind === 'known' ? outcome.known.provedAgoMs : outcome
}

test('SESSION a provider without auth_time makes no login fresh, unless an operator trusts its prompt', async () => {
  const asked = { isForced: true, isSilent: false }
  expect(await provedAgo('proved', asked)).toBeNull()
  expect(await provedAgo('asked', asked)).toBe(0)
  expect(await provedAgo('asked', { isForced: false, isSilent: false })).toBeNull()
  expect(await provedAgo('asked', { isForced: true, isSilent: true })).toBeNull()
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

  test('lets a person in when it is made with a key of the provider', async () => {
    expect(await outcomeOf()).toBe('known')
  })

  test('is refused when it is made with another key, also under the id of a published key or with the key in its header', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const jwk = await exportJWK(publicKey)
    for (const header of [{ alg: 'RS256', kid: 'one' }, { alg: 'RS256' }, { alg: 'RS256', jwk }, { alg: 'RS256', kid: 'other', jwk }]) {
      provider.signIdToken = forge(header, privateKey)
      expect(await outcomeOf(), JSON.stringify(header)).toBe('refused')
    }
  })

  test('is refused when it is missing or symmetric, whatever the provider lists', async () => {
    provider.algorithms = ['RS256', 'HS256', 'none']
    provider.signIdToken = forge({ alg: 'HS256' }, new TextEncoder().encode(provider.settings.oidcClientSecret))
    expect(await outcomeOf()).toBe('refused')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    provider.signIdToken = async (claims) => {
      const [, payload] = (await provider.signed(claims)).split('.')
      return `${part({ alg: 'none' })}.${payload}.`
    }
    expect(await outcomeOf()).toBe('refused')
  })
})
