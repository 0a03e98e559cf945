import { once } from 'node:events'
import { createServer } from 'node:http'
import { freePort } from '../harness/site.ts'

export type IdentityProvider = {
  issuer: string
  client: { oidcIssuer: string; oidcClientId: string; oidcClientSecret: string }
  /** Back-channel logout calls, and whether they succeeded. */
  backchannel: { ok: boolean }[]
  [Symbol.asyncDispose](): Promise<void>
}

type People = Record<string, { email: string; email_verified: boolean; name: string }>

/**
 * A real OpenID provider on 127.0.0.1, another site than localhost for browsers. Its login form needs only a name.
 */
export async function identityProvider(publicUrl: string, people: People): Promise<IdentityProvider> {
  const { default: Provider } = await import('oidc-provider')
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const backchannel: { ok: boolean }[] = []
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'carte',
        client_secret: 'not-a-secret-anywhere-else',
        redirect_uris: [`${publicUrl}/bff/callback`],
        post_logout_redirect_uris: [`${publicUrl}/bff/logout`],
        backchannel_logout_uri: `${publicUrl}/bff/backchannel`,
        backchannel_logout_session_required: true,
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['one', 'two'] },
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
    // By default the library blocks calls to local addresses.
    fetch: (address, init = {}) => {
      const { dispatcher: __, ...rest } = init as RequestInit & { dispatcher?: unknown }
      return fetch(address, rest)
    },
  })
  provider.on('backchannel.success', () => backchannel.push({ ok: true }))
  provider.on('backchannel.error', () => backchannel.push({ ok: false }))
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    client: { oidcIssuer: issuer, oidcClientId: 'carte', oidcClientSecret: 'not-a-secret-anywhere-else' },
    backchannel,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
