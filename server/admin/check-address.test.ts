import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accounts } from '#server/accounts/tables.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { mailServerCertificate } from '../../tests/stand-ins/mail-server.ts'
import { checkAddress } from './check-address.ts'

let app: TestApp
let admin: SignedIn
const ends = new AsyncDisposableStack()
beforeAll(async () => {
  app = ends.use(await anApp())
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(() => ends.disposeAsync())

/** Starts a server on a free local port; returns its origin. */
async function listen(server: Server, scheme = 'http') {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  ends.defer(() => void server.close())
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const answering = (answer: RequestListener) => listen(createServer(answer))
const check = (address: string, by = admin) => by.call('admin.checkAddress', { input: { address } })

test('an address is reached if this installation answers there, and no other', async () => {
  const own = await answering((incoming, outgoing) => void app.listener(incoming, outgoing))
  expect(await check(`${own}/some/path`)).toEqual({ state: 'plain', validTo: null, detail: '' })
  await using other = await anApp()
  const elsewhere = await answering((incoming, outgoing) => void other.listener(incoming, outgoing))
  expect(await check(elsewhere)).toMatchObject({ state: 'other', detail: '404' })
  const foreign = await answering((_, outgoing) => void outgoing.end('{"proof":""}'))
  expect(await check(foreign)).toMatchObject({ state: 'other', detail: '200' })
})

test('redirects, bad certificates, closed ports and unknown names each have a state', async () => {
  const moved = await answering((_, outgoing) => void outgoing.writeHead(301, { location: 'https://www.example.com/' }).end())
  expect(await check(moved)).toMatchObject({ state: 'redirected', detail: 'https://www.example.com/' })
  const key = readFileSync(new URL('../../tests/stand-ins/push-service.key.pem', import.meta.url))
  const selfSigned = await listen(
    createTlsServer({ cert: mailServerCertificate, key }, (_, outgoing) => void outgoing.end()),
    'https',
  )
  expect(await check(selfSigned)).toMatchObject({ state: 'untrusted', detail: expect.stringMatching(/^[A-Z_]+$/) })
  const closed = createServer()
  const address = await listen(closed)
  await new Promise((done) => closed.close(done))
  expect(await check(address)).toMatchObject({ state: 'unreachable', detail: 'ECONNREFUSED' })
  const askSelf = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
  expect(await checkAddress({ ...app.deps, askSelf }, { kind: 'visitor' }, 'http://cards.example.com')).toMatchObject({ state: 'unknown' })
})

test('no check goes to cloud metadata, or for a non-admin or an unattended screen', async () => {
  let calls = 0
  const address = await answering((_, outgoing) => {
    calls++
    outgoing.end()
  })
  expect(await check('http://169.254.169.254')).toMatchObject({ state: 'unreachable', detail: 'blocked-address' })
  await expect(check('ftp://example.com')).rejects.toMatchObject({ problem: { status: 422 } })
  const owner = await signedIn(app, (await aCard(app.deps)).id)
  await expect(check(address, owner)).rejects.toMatchObject({ problem: { status: 404 } })
  await app.deps.db.execute(sql`update session set signed_in_at = now() - interval '2 days' where account_id = ${admin.accountId}`)
  await expect(check(address)).rejects.toMatchObject({ problem: { type: '/problems/recent-login-required' } })
  expect(calls).toBe(0)
})
