import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type AProvider = {
  settings: { oidcIssuer: string; oidcClientId: string; oidcClientSecret: string }
  /** Claims added to or replacing the usual ones; undefined removes one. */
  userClaims: Record<string, unknown>
  /** Changes a response before it is sent. */
  rewriteBody: (body: string) => string | Buffer
  signed(claims: Record<string, unknown>): Promise<string>
  /** Signs the ID tokens of the token endpoint: `signed`, unless a test forges them. */
  signIdToken(claims: Record<string, unknown>): Promise<string>
  /** The signing algorithms its discovery document lists. */
  algorithms: string[]
  [Symbol.asyncDispose](): Promise<void>
}

const clientId = 'carte'

/** An OpenID provider that accepts every code and returns it as the token's nonce. */
export async function aProvider(): Promise<AProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const signed = async (claims: Record<string, unknown>) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience(clientId)
      .setIssuedAt(typeof claims['iat'] === 'number' ? claims['iat'] : undefined)
      .setExpirationTime('2h')
      .sign(privateKey)

  const answers: Record<string, (params: URLSearchParams) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      end_session_endpoint: `${issuer}/end`,
      id_token_signing_alg_values_supported: state.algorithms,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }),
    '/keys': () => ({ keys: [jwk] }),
    '/token': async (params) => ({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: await state.signIdToken({
        sub: 'subject-1',
        sid: 'a session',
        nonce: params.get('code') ?? '',
        email: 'a@provider.example',
        email_verified: true,
        ...state.userClaims,
      }),
    }),
    '/userinfo': () => ({ sub: 'subject-1' }),
  }
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const answer = await answers[request.url ?? '']?.(new URLSearchParams(body))
      response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(state.rewriteBody(JSON.stringify(answer ?? {})))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: AProvider = {
    userClaims: {},
    rewriteBody: (body) => body,
    settings: { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: 'not-a-secret-anywhere-else' },
    signed,
    signIdToken: signed,
    algorithms: ['RS256'],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return state
}
