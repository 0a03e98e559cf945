import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createIdentity } from './identity.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail.ts'
import { patienceMs } from '../../tests/harness/patience.ts'

async function aServer(answer: (path: string) => object) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request.url ?? '')))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, requests, [Symbol.dispose]: () => server.close().closeAllConnections() }
}

/** Its issuer comes from the settings; its discovery document names the other addresses. */
async function finishWith(oidcHosts: (inner: string) => string[]) {
  using inner = await aServer(() => ({ error: 'invalid_grant' }))
  using provider = await aServer(() => ({
    issuer: `http://${provider.host}`,
    authorization_endpoint: `http://${provider.host}/auth`,
    token_endpoint: `http://${inner.host}/token`,
    jwks_uri: `http://${inner.host}/keys`,
    code_challenge_methods_supported: ['S256'],
  }))
  const settings = {
    oidcIssuer: `http://${provider.host}`,
    oidcHosts: oidcHosts(inner.host),
    oidcClientId: 'carte',
    oidcClientSecret: '',
    oidcFresh: 'proved' as const,
    publicUrl: 'http://localhost',
  }
  const identity = createIdentity(settings)
  const started = await identity?.begin({ isForced: false, isSilent: false, returnUrl: '/' })
  if (!identity || !started) throw new Error('no provider')
  const outcome = await identity.finish(new URL(`http://localhost/bff/callback?code=abc&state=${started.secrets.state}`), started.secrets)
  const head = Buffer.from(JSON.stringify({ alg: 'RS256' })).toString('base64url')
  expect(await identity.readLogout(`${head}.e30.AAAA`)).toBeNull()
  return { outcome, requests: inner.requests }
}

test('a login provider cannot direct calls to private hosts that are not configured', async () => {
  const { outcome, requests } = await finishWith(() => [])
  expect(outcome).toMatchObject({ kind: 'rejected' })
  expect(requests).toEqual([])
})

test('a login provider is called at configured hosts', async () => {
  const { requests } = await finishWith((inner) => [inner])
  expect(requests).toEqual(['/token', '/keys'])
})

// The second is the first as a number: it is resolved like a host name.
test.each(['169.254.169.254', '2852039166'])('a cloud metadata address is no mail server: %s', async (host) => {
  const own = { mailFrom: '', productName: 'Carte', publicUrl: 'http://localhost', dataDir: '' }
  await using mailer = createMailer(
    { ...own, smtpUrl: `smtp://${host}:80` },
    createLog('error', () => {}),
    { timeoutMs: patienceMs },
  )
  // Refused, and not by the timeout: that is longer than the test.
  await expect(mailer.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toThrow(/did not take/)
})

test('packages cannot bypass the guard', () => {
  const script = `
    import { disableGlobalFetch } from './server/integrations/guard/disable-global-fetch.ts'
    disableGlobalFetch()
    const message = await fetch('http://127.0.0.1:1/').catch((error) => error.message)
    console.log(message, typeof WebSocket, typeof EventSource)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(stdout).toBe('Outgoing calls must use server/integrations/guard. undefined undefined\n')
})
