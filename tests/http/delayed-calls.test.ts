import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllSessions } from '#server/accounts/sessions/end-session.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { setAdmin } from '#server/accounts/set-admin.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, theApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { eventually } from '../harness/eventually.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { answersIn, sendRaw, portOf, type ParsedResponse } from './raw-http.ts'

let app: TestApp
let server: Server
beforeAll(async () => {
  app = await anApp({ waits: { slowBodyMs: 1 } })
  server = createServer(app.listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app[Symbol.asyncDispose]()
})

async function anOwner() {
  const card = await aCard(app.deps)
  return { card, ...(await signedIn(app, card.id)) }
}

type Call = { cookie: string; path: string; body: string; type?: string }
const isSessionRead = (text: string) => /from "session"/.test(text)

/** Sends the head and half of the body, waits for `meanwhile`, and sends the rest. */
async function delay(
  { cookie, path, body, type = 'application/json' }: Call,
  meanwhile: () => Promise<unknown>,
): Promise<ParsedResponse | undefined> {
  using work = countStatements(app.deps.pool)
  const lines = [`POST ${path} HTTP/1.1`, 'host: here', `cookie: ${cookie}`, 'x-csrf: 1', `content-type: ${type}`]
  const head = [...lines, `content-length: ${body.length}`, 'connection: close', '', ''].join('\r\n')
  const middle = body.length / 2
  const received = await sendRaw(
    portOf(server),
    head + body.slice(0, middle),
    () => eventually(() => expect(work.statements.some(isSessionRead)).toBe(true)),
    meanwhile,
    () => wait(20),
    body.slice(middle),
  )
  return answersIn(received)[0]
}

const draftOf = ({ card, cookie }: Awaited<ReturnType<typeof anOwner>>): Call => ({
  cookie,
  path: '/remote/api/carte/save-draft',
  body: JSON.stringify({ alias: card.alias, revision: 0, changes: { title: 'Held back' } }),
})
const draftsOf = async (subjectId: string) =>
  (await app.deps.db.execute(sql`select 1 from card_draft where subject_id = ${subjectId}`)).rows.length
const signOut = ({ email }: SignedIn) => endAllSessions(app.deps.db, [email])

test('a slow call is answered if the session is still valid', async () => {
  const owner = await anOwner()
  expect(await delay(draftOf(owner), async () => {})).toMatchObject({ status: 200 })
  expect(await draftsOf(owner.card.id)).toBe(1)
})

test('a call delayed until its session ended does nothing', async () => {
  const owner = await anOwner()
  expect(await delay(draftOf(owner), () => signOut(owner))).toMatchObject({ status: 401 })
  expect(await draftsOf(owner.card.id)).toBe(0)
})

test('a picture delayed in that way is rejected', async () => {
  const owner = await anOwner()
  const path = `/remote/api/carte/upload-picture/${owner.card.alias}/profile`
  const picture = { cookie: owner.cookie, path, body: 'GIF89a, more or less', type: 'image/gif' }
  expect(await delay(picture, () => signOut(owner))).toMatchObject({ status: 401 })
})

test('a call delayed until its owner lost the card finds no card', async () => {
  const owner = await anOwner()
  const loseCard = () => app.deps.db.execute(sql`delete from membership where account_id = ${owner.accountId}`)
  expect(await delay(draftOf(owner), loseCard)).toMatchObject({ status: 404 })
  expect(await draftsOf(owner.card.id)).toBe(0)
})

test('an admin call delayed until the role was revoked is 404', async () => {
  const { email } = await anOwner()
  await setAdmin(app.deps.db, email, true)
  const admin = await signedInAs(app, email)
  const blocking = {
    cookie: admin.cookie,
    path: '/remote/api/carte/admin/block-host',
    body: JSON.stringify({ host: 'held.example', isBlocked: true }),
  }
  expect(await delay(blocking, () => setAdmin(app.deps.db, email, false))).toMatchObject({ status: 404 })
  expect((await app.deps.db.execute(sql`select 1 from blocked_host where host = 'held.example'`)).rows).toEqual([])
})

test('ending other sessions, delayed until a new password, ends none', async () => {
  const thief = await anOwner()
  let owner: SignedIn | undefined
  const endAccess = async () => {
    const { token = '' } = (await makeSignInLink(app.deps, thief.email, { purpose: 'reset' })) ?? {}
    await app.call('accounts.resetPassword', { input: { token, password: 'Another-Word-1' } })
    owner = await signedInAs(app, thief.email)
  }
  const ending = { cookie: thief.cookie, path: '/bff/end-session', body: JSON.stringify({ id: 'others' }) }
  const answer = await delay(ending, endAccess)
  expect(answer).toMatchObject({ status: 401, headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }) })
  expect(await owner?.call('accounts.sessions')).toHaveLength(2)
})

test('a fast call reads the caller once', async () => {
  const patient = await theApp()
  const card = await aCard(patient.deps)
  const owner = { card, ...(await signedIn(patient, card.id)) }
  const { path, body } = draftOf(owner)
  using work = countStatements(patient.deps.pool)
  expect((await owner.ask(path, { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' }, body })).status).toBe(200)
  expect(work.statements.filter(isSessionRead)).toHaveLength(1)
})
