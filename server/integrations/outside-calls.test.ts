import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createIdentity } from './identity.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail.ts'

async function aServer(answer: (path: string) => object) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(request.url ?? '')))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, asked, [Symbol.dispose]: () => server.close().closeAllConnections() }
}

/** Its issuer is as the operator wrote it; where the rest is, it says itself. */
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
  const begun = await identity?.begin({ isForced: false, isSilent: false, returnUrl: '/' })
  if (!identity || !begun) throw new Error('no provider')
  const outcome = await identity.finish(new URL(`http://localhost/bff/callback?code=abc&state=${begun.secrets.state}`), begun.secrets)
  const head = Buffer.from(JSON.stringify({ alg: 'RS256' })).toString('base64url')
  expect(await identity.readLogout(`${head}.e30.AAAA`)).toBeNull()
  return { outcome, asked: inner.asked }
}

test('a login provider cannot send us to a machine of this network that the operator did not name', async () => {
  const { outcome, asked } = await finishWith(() => [])
  expect(outcome).toMatchObject({ kind: 'refused' })
  expect(asked).toEqual([])
})

test('a login provider is asked where the operator named the host', async () => {
  const { asked } = await finishWith((inner) => [inner])
  expect(asked).toEqual(['/token', '/keys'])
})

// The second is the first as a number: a name to us, and looked up.
test.each(['169.254.169.254', '2852039166'])('no mail server is where machines tell their secrets: %s', async (host) => {
  const own = { mailFrom: '', productName: 'Carte', publicUrl: 'http://localhost', dataDir: '' }
  await using mailer = createMailer(
    { ...own, smtpUrl: `smtp://${host}:80` },
    createLog('error', () => {}),
    { timeoutMs: 8000 },
  )
  const began = performance.now()
  await expect(mailer.send({ to: 'a@example.com', subject: 'x', text: 'x' })).rejects.toThrow(/did not take/)
  expect(performance.now() - began).toBeLessThan(6000)
})

test('packages find no other way out once the program runs', () => {
  const script = `
    import { closeOtherDoors } from './server/integrations/guard/close-other-doors.ts'
    closeOtherDoors()
    const said = await fetch('http://127.0.0.1:1/').catch((error) => error.message)
    console.log(said, typeof WebSocket, typeof EventSource)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(stdout).toBe('Calls to the outside go through server/integrations/guard. undefined undefined\n')
})
