import type { CustomFetch } from 'openid-client'
import { retention } from '#contract/accounts/retention.ts'
import type { Settings } from '#server/settings.ts'
import { createBreakers } from './breaker.ts'
import { asFetch } from './guard/as-fetch.ts'
import { guardedFetch } from './guard/guarded-fetch.ts'

/** Login state for the duration of the redirect, bound to the browser by a cookie. */
export type Secrets = LoginRequest & { state: string; nonce: string; verifier: string }
/** `isForced`: the provider must authenticate again. `isSilent`: without any prompt. */
export type LoginRequest = {
  isForced: boolean
  isSilent: boolean
  returnUrl: string
  /** What lets the person sign up here, if they have no account yet. */
  invitation?: string | undefined
  /** The setup link was used for this login. */
  setupProof?: string | undefined
}
/** The identity that the provider confirmed. */
export type VerifiedIdentity = {
  issuer: string
  subject: string
  email: string
  isEmailVerified: boolean
  name: string
  sid: string | null
  idToken: string
  /** Time since authentication, by the provider’s clock alone; null if it does not report it. */
  authAgeMs: number | null
  /** By the provider’s clock. Without `auth_time` both are the same. */
  issuedAt: Date
  authenticatedAt: Date
}
export type Outcome = { kind: 'identified'; identity: VerifiedIdentity } | { kind: 'not-logged-in' } | { kind: 'rejected'; reason: string }
export type LoggedOut = { issuer: string; subject?: string | undefined; sid?: string | undefined; jti: string; issuedAt: Date; until: Date }

/** An external OpenID Connect provider. */
export type Identity = {
  begin(request: LoginRequest): Promise<{ address: string; secrets: Secrets }>
  /** Errors of the provider or the browser are outcomes, not exceptions. */
  finish(address: URL, secrets: Secrets): Promise<Outcome>
  /** The provider’s logout address; null if it has none. */
  endAddress(of: { idToken: string | null; state: string }): Promise<string | null>
  /** Verifies a back-channel logout token; null if invalid. */
  readLogout(token: string): Promise<LoggedOut | null>
}

type IdentitySettings = Pick<Settings, 'oidcIssuer' | 'oidcHosts' | 'oidcClientId' | 'oidcClientSecret' | 'oidcFresh' | 'publicUrl'>

const timeoutSeconds = 5
const bytesMax = 1_000_000
/** Sent as `max_age`: with it, the provider must report `auth_time`. */
const maxAuthAgeSeconds = retention.sessionMaxDays * 86_400
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** Errors that mean no session at the provider; they are expected. */
const notSignedInErrors = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'access_denied',
])

/** Null if accounts are local. Discovery runs at the first login. */
export function createIdentity(settings: IdentitySettings, breakers = createBreakers()): Identity | null {
  if (!settings.oidcIssuer) return null
  const redirectUri = `${settings.publicUrl}/bff/callback`
  let connecting: ReturnType<typeof discover> | null = null
  const breaker = breakers.of('identity')
  async function provider() {
    if (!connecting && breaker.retryAfterSeconds() > 0)
      throw new Error('The identity provider keeps failing; calls are paused for a moment.')
    return (connecting ??= connect())
  }
  async function connect() {
    try {
      const connected = await discover(settings)
      breaker.record(true)
      return connected
    } catch (error) {
      breaker.record(false)
      // After an outage, the next call tries again.
      connecting = null
      throw error
    }
  }

  const trustsPrompt = ({ isForced, isSilent }: LoginRequest) => settings.oidcFresh === 'requested' && isForced && !isSilent

  return {
    async begin(request) {
      const { oidc, configuration } = await provider()
      const secrets = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier(), ...request }
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        max_age: request.isForced ? '0' : String(maxAuthAgeSeconds),
        ...(request.isSilent ? { prompt: 'none' } : request.isForced ? { prompt: 'login' } : {}),
      })
      return { address: address.href, secrets }
    },

    async finish(address, secrets) {
      const error = address.searchParams.get('error')
      if (error) return notSignedInErrors.has(error) ? { kind: 'not-logged-in' } : { kind: 'rejected', reason: 'provider-rejected' }
      try {
        const { oidc, configuration } = await provider()
        const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}${address.search}`), {
          pkceCodeVerifier: secrets.verifier,
          expectedState: secrets.state,
          expectedNonce: secrets.nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) return { kind: 'rejected', reason: 'no-claims' }
        // Some providers return email and name only from the userinfo endpoint.
        const userInfo = typeof claims['email'] === 'string' ? {} : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        const merged: Record<string, unknown> = { ...userInfo, ...claims }
        return {
          kind: 'identified',
          identity: {
            issuer: claims.iss,
            subject: claims.sub,
            email: text(merged['email']).trim().toLowerCase(),
            isEmailVerified: merged['email_verified'] === true || merged['email_verified'] === 'true',
            name: text(merged['name']),
            sid: text(merged['sid']) || null,
            idToken: tokens.id_token,
            issuedAt: momentOf(claims.iat),
            authenticatedAt: momentOf(typeof claims.auth_time === 'number' ? claims.auth_time : claims.iat),
            authAgeMs: typeof claims.auth_time === 'number' ? (claims.iat - claims.auth_time) * 1000 : trustsPrompt(secrets) ? 0 : null,
          },
        }
      } catch (error) {
        return { kind: 'rejected', reason: errorCode(error) }
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
        // The library checks time and audience, not that this is a logout token.
        const [subject, sid, jti] = [text(payload.sub) || undefined, text(payload['sid']) || undefined, text(payload.jti)]
        if (!isLogout || 'nonce' in payload || !jti || !(subject || sid)) return null
        const issuedAt = momentOf(payload.iat ?? 0)
        return { issuer, subject, sid, jti, issuedAt, until: new Date(issuedAt.getTime() + 20 * 60_000) }
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
  // The discovery document names the other endpoints: they must be on public hosts, or on configured ones.
  const allow = { configured: [server.host, ...oidcHosts], listed: 'any' } as const
  const fetch = asFetch(guardedFetch({ allow }), { timeoutMs: timeoutSeconds * 1000, bytesMax })
  const customFetch: CustomFetch = (url, { body, ...of }) =>
    fetch(url, { ...of, body: body === undefined || body === null ? null : String(body) })
  const options = {
    timeout: timeoutSeconds,
    [oidc.customFetch]: customFetch,
    // An ID token is checked with the provider's published asymmetric keys, never with a shared secret or a key it carries itself.
    // The settings allow http only for local and private hosts.
    execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
  }
  const authentication = oidcClientSecret ? oidc.ClientSecretBasic(oidcClientSecret) : oidc.None()
  const configuration = await oidc.discovery(server, oidcClientId, undefined, authentication, options)
  const keysAt = new URL(configuration.serverMetadata().jwks_uri ?? '')
  const keys = jose.createRemoteJWKSet(keysAt, { timeoutDuration: timeoutSeconds * 1000, [jose.customFetch]: fetch })
  return { oidc, configuration, keys, jwtVerify: jose.jwtVerify }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : 'unreachable')
