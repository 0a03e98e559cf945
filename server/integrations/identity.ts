import type { CustomFetch } from 'openid-client'
import { keeping } from '#contract/accounts/keeping.ts'
import type { Settings } from '#server/settings.ts'
import { createBreakers } from './breaker.ts'
import { asFetch } from './guard/as-fetch.ts'
import { guardedFetch } from './guard/guarded-fetch.ts'

/** What a browser keeps while it is away at the provider; bound to it by a cookie, and of use to nobody else. */
export type Secrets = Wish & { state: string; nonce: string; verifier: string }
/** `isForced`: the person is to prove anew who they are. `isSilent`: they are not to notice. */
export type Wish = { isForced: boolean; isSilent: boolean; returnUrl: string }
/** Whom the provider says this is. */
export type Known = {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  name: string
  sid: string | null
  idToken: string
  /** How long ago they proved it there, by the provider's clock alone; null where it does not say. */
  provedAgoMs: number | null
  /** By its clock: when it said so, and when they signed in there; the same where it does not say. */
  saidAt: Date
  signedInThereAt: Date
}
export type Outcome = { kind: 'known'; known: Known } | { kind: 'nobody' } | { kind: 'refused'; reason: string }
export type LoggedOut = { issuer: string; subject?: string | undefined; sid?: string | undefined; jti: string; saidAt: Date; until: Date }

/** An outside provider that speaks OpenID Connect. */
export type Identity = {
  begin(wish: Wish): Promise<{ address: string; secrets: Secrets }>
  /** Never throws for what the provider or the browser said: that is an outcome. */
  finish(address: URL, secrets: Secrets): Promise<Outcome>
  /** Where to end the provider's own session, or null where it offers no such place. */
  endAddress(of: { idToken: string | null; state: string }): Promise<string | null>
  /** What a back-channel logout token says; null for one that is not to be believed. */
  readLogout(token: string): Promise<LoggedOut | null>
}

type IdentitySettings = Pick<Settings, 'oidcIssuer' | 'oidcHosts' | 'oidcClientId' | 'oidcClientSecret' | 'oidcFresh' | 'publicUrl'>

const timeoutSeconds = 5
const bytesMax = 1_000_000
/** Whoever asks for this at all is told when somebody signed in there. */
const provedAgoMaxSeconds = keeping.sessionWholeDays * 86_400
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** What a provider answers when nobody is signed in there: no fault, only an answer. */
const nobodyThere = new Set(['login_required', 'interaction_required', 'consent_required', 'account_selection_required', 'access_denied'])

/** Null where accounts live here. The provider is asked about itself at the first login, not before. */
export function createIdentity(settings: IdentitySettings, breakers = createBreakers()): Identity | null {
  if (!settings.oidcIssuer) return null
  const redirectUri = `${settings.publicUrl}/bff/callback`
  let opening: ReturnType<typeof discover> | null = null
  const breaker = breakers.of('identity')
  async function provider() {
    if (!opening && breaker.rests() > 0) throw new Error('The provider is left alone for a while after it let us down.')
    return (opening ??= open())
  }
  async function open() {
    try {
      const opened = await discover(settings)
      breaker.went(true)
      return opened
    } catch (error) {
      breaker.went(false)
      // A provider that was away is asked again next time.
      opening = null
      throw error
    }
  }

  const isBelieved = ({ isForced, isSilent }: Wish) => settings.oidcFresh === 'asked' && isForced && !isSilent

  return {
    async begin(wish) {
      const { oidc, configuration } = await provider()
      const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), ...wish }
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        max_age: wish.isForced ? '0' : String(provedAgoMaxSeconds),
        ...(wish.isSilent ? { prompt: 'none' } : wish.isForced ? { prompt: 'login' } : {}),
      })
      return { address: address.href, secrets }
    },

    async finish(address, secrets) {
      const said = address.searchParams.get('error')
      if (said) return nobodyThere.has(said) ? { kind: 'nobody' } : { kind: 'refused', reason: 'provider-refused' }
      try {
        const { oidc, configuration } = await provider()
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}${address.search}`), {
          pkceCodeVerifier: secrets.verifier,
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) return { kind: 'refused', reason: 'no-claims' }
        // Some providers keep e-mail and name out of the token and tell them when asked.
        const more = typeof claims['email'] === 'string' ? {} : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        const all: Record<string, unknown> = { ...more, ...claims }
        return {
          kind: 'known',
          known: {
            issuer: claims.iss,
            subject: claims.sub,
            email: text(all['email']).trim().toLowerCase(),
            isEmailVerified: all['email_verified'] === true || all['email_verified'] === 'true',
            name: text(all['name']),
            sid: text(all['sid']) || null,
            idToken: tokens.id_token,
            saidAt: momentOf(claims.iat),
            signedInThereAt: momentOf(typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat),
            provedAgoMs: typeof claims.auth_time === 'number' ? (claims.iat - claims.auth_time) * 1000 : isBelieved(secrets) ? 0 : null,
          },
        }
      } catch (error) {
        return { kind: 'refused', reason: codeOf(error) }
      }
    },

    async endAddress({ idToken, state }) {
      const { oidc, configuration } = await provider()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return oidc.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${settings.publicUrl}/bff/logout`,
        state,
        ...(idToken ? { id_token_hint: idToken } : {}),
      }).href
    },

    async readLogout(token) {
      try {
        const { configuration, keys, jwtVerify } = await provider()
        const { issuer } = configuration.serverMetadata()
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience: settings.oidcClientId,
          maxTokenAge: '10 minutes',
          clockTolerance: 30,
        })
        const events: unknown = payload['events']
        const isLogout = typeof events === 'object' && events !== null && logoutEvent in events
        // The library checks when and for whom it was signed, not of what kind these are.
        const [subject, sid, jti] = [text(payload.sub) || undefined, text(payload['sid']) || undefined, text(payload.jti)]
        if (!isLogout || 'nonce' in payload || !jti || !(subject || sid)) return null
        const saidAt = momentOf(payload.iat ?? 0)
        return { issuer, subject, sid, jti, saidAt, until: new Date(saidAt.getTime() + 20 * 60_000) }
      } catch {
        return null
      }
    },
  }
}

const momentOf = (seconds: number) => new Date(seconds * 1000)

async function discover({ oidcIssuer, oidcHosts, oidcClientId, oidcClientSecret }: IdentitySettings) {
  const [oidc, jose] = await Promise.all([import('openid-client'), import('jose')])
  const server = new URL(oidcIssuer)
  // Where its tokens, keys and people are asked for, the provider says itself: in public, or where the operator said so too.
  const whom = { named: [server.host, ...oidcHosts], known: 'anybody' } as const
  const fetch = asFetch(guardedFetch({ whom }), { timeoutMs: timeoutSeconds * 1000, bytesMax })
  const asked: CustomFetch = (url, { body, ...of }) =>
    fetch(url, { ...of, body: body === undefined || body === null ? null : String(body) })
  const options = {
    timeout: timeoutSeconds,
    [oidc.customFetch]: asked,
    // An ID token is checked with the provider's published asymmetric keys, never with a shared secret or a key it carries itself.
    // The settings allow http only on this machine and in a private network.
    execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
  }
  const authentication = oidcClientSecret ? oidc.ClientSecretBasic(oidcClientSecret) : oidc.None()
  const configuration = await oidc.discovery(server, oidcClientId, undefined, authentication, options)
  const keysAt = new URL(configuration.serverMetadata().jwks_uri ?? '')
  const keys = jose.createRemoteJWKSet(keysAt, { timeoutDuration: timeoutSeconds * 1000, [jose.customFetch]: fetch })
  return { oidc, configuration, keys, jwtVerify: jose.jwtVerify }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unreachable')
