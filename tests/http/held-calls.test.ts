import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllSessions } from '#server/accounts/sessions/end-session.ts'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { setOperator } from '#server/accounts/set-operator.ts'
import { aCard } from '../factories/cards.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { countStatements } from '../harness/count-statements.ts'
import { eventually } from '../harness/eventually.ts'
import { signedIn, signedInAs, type SignedIn } from '../harness/signed-in.ts'
import { answersIn, converse, portOf, type Told } from './wire.ts'

let app: TestApp
let server: Server
beforeAll(async () => {
  app = await anApp()
  server = createServer(app.listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await app[Symbol.asyncDispose]()
})

async function anOwner() {
  const card = await aCard(app.needs)
  return { card, ...(await signedIn(app, card.id)) }
}

type Call = { cookie: string; path: string; body: string; type?: string }
const isLookForSession = (text: string) => /from "session"/.test(text)

/** A call whose head and half of whose body came before something else happens, and the rest a while after. */
async function hold({ cookie, path, body, type = 'application/json' }: Call, meanwhile: () => Promise<unknown>): Promise<Told | undefined> {
  using work = countStatements(app.needs.pool)
  const lines = [`POST ${path} HTTP/1.1`, 'host: here', `cookie: ${cookie}`, 'x-csrf: 1', `content-type: ${type}`]
  const head = [...lines, `content-length: ${body.length}`, 'connection: close', '', ''].join('\r\n')
  const middle = body.length / 2
  const heard = await converse(
    portOf(server),
    head + body.slice(0, middle),
    () => eventually(() => expect(work.said.some(isLookForSession)).toBe(true)),
    meanwhile,
    () => wait(500),
    body.slice(middle),
  )
  return answersIn(heard)[0]
}

const draftOf = ({ card, cookie }: Awaited<ReturnType<typeof anOwner>>): Call => ({
  cookie,
  path: '/remote/api/carte/save-draft',
  body: JSON.stringify({ alias: card.alias, revision: 0, changes: { title: 'Held back' } }),
})
const draftsOf = async (subjectId: string) =>
  (await app.needs.db.execute(sql`select 1 from card_draft where subject_id = ${subjectId}`)).rows.length
const signOut = ({ email }: SignedIn) => endAllSessions(app.needs.db, [email])

test('a call that arrives slowly is answered to who is signed in still', async () => {
  const owner = await anOwner()
  expect(await hold(draftOf(owner), async () => {})).toMatchObject({ status: 200 })
  expect(await draftsOf(owner.card.id)).toBe(1)
})

test('a call held back until its session was ended does nothing', async () => {
  const owner = await anOwner()
  expect(await hold(draftOf(owner), () => signOut(owner))).toMatchObject({ status: 401 })
  expect(await draftsOf(owner.card.id)).toBe(0)
})

test('a picture held back so is refused', async () => {
  const owner = await anOwner()
  const path = `/remote/api/carte/upload-picture/${owner.card.alias}/profile`
  const picture = { cookie: owner.cookie, path, body: 'GIF89a, more or less', type: 'image/gif' }
  expect(await hold(picture, () => signOut(owner))).toMatchObject({ status: 401 })
})

test('a call held back until its card was given up finds no card', async () => {
  const owner = await anOwner()
  const giveUp = () => app.needs.db.execute(sql`delete from membership where account_id = ${owner.accountId}`)
  expect(await hold(draftOf(owner), giveUp)).toMatchObject({ status: 404 })
  expect(await draftsOf(owner.card.id)).toBe(0)
})

test('an operator’s call held back until the rights were taken back is not there', async () => {
  const { email } = await anOwner()
  await setOperator(app.needs.db, email, true)
  const operator = await signedInAs(app, email)
  const blocking = {
    cookie: operator.cookie,
    path: '/remote/api/carte/operator/block-host',
    body: JSON.stringify({ host: 'held.example', isBlocked: true }),
  }
  expect(await hold(blocking, () => setOperator(app.needs.db, email, false))).toMatchObject({ status: 404 })
  expect((await app.needs.db.execute(sql`select 1 from blocked_host where host = 'held.example'`)).rows).toEqual([])
})

test('ending the other sessions, held back until a new password, ends none and makes no browser known', async () => {
  const thief = await anOwner()
  let owner: SignedIn | undefined
  const shutTheDoor = async () => {
    const { token = '' } = (await makeSignInLink(app.needs, thief.email, { purpose: 'reset' })) ?? {}
    await app.call('accounts.resetPassword', { input: { token, password: 'Another-Word-1' } })
    owner = await signedInAs(app, thief.email)
  }
  const ending = { cookie: thief.cookie, path: '/bff/end-session', body: JSON.stringify({ id: 'others' }) }
  const answer = await hold(ending, shutTheDoor)
  expect(answer).toMatchObject({ status: 401, headers: expect.not.objectContaining({ 'set-cookie': expect.anything() }) })
  expect(await owner?.call('accounts.sessions')).toHaveLength(2)
})

test('a call that comes at once asks once who calls', async () => {
  const owner = await anOwner()
  const { path, body } = draftOf(owner)
  using work = countStatements(app.needs.pool)
  expect((await owner.ask(path, { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' }, body })).status).toBe(200)
  expect(work.said.filter(isLookForSession)).toHaveLength(1)
})
