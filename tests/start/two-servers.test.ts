import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findBinaries } from '#server/database/embedded/binaries.ts'
import { createClient } from '../../web/platform/api/client.ts'
import { anEntry } from '../factories/contacts.ts'
import { eventually } from '../harness/eventually.ts'
import { anHttpClient } from '../harness/http-client.ts'
import { startPostgres } from '../harness/postgres.ts'
import { freePort } from '../harness/site.ts'
import { solveCaptcha } from '../harness/solve-captcha.ts'
import { aFolder, run } from './program.ts'
import { aRoundRobin } from './round-robin.ts'
import { readOutbox } from '../harness/outbox.ts'

test('two servers that answer requests in turn behave like one', async () => {
  await using postgres = await startPostgres(await findBinaries())
  await using folder = await aFolder()
  const [front, here, there] = [await freePort(), await freePort(), await freePort()]
  const start = (port: number) =>
    run('server/main.ts', {
      DATABASE_URL: postgres.address,
      DATA_DIR: folder.path,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${front}`,
      TRUST_PROXY: 'on',
      DEMO: 'off',
    })
  const urls = [here, there].map((port) => `http://127.0.0.1:${port}`)
  await using first = start(here)
  await using second = start(there)
  await Promise.all([first.waitForOutput('is ready at'), second.waitForOutput('is ready at')])
  await using balancer = await aRoundRobin(front, urls)

  const client = anHttpClient()
  const ask = async (path: string, init: RequestInit = {}) => (await client.go(new URL(path, balancer.url), init)).response
  const { call } = createClient({ slug: 'carte', fetch: (path, init) => ask(String(path), init) })

  // An account: requested at one server, mailed by either, used at the other.
  await call('accounts.signUp', { input: { name: 'Ada Winter', email: 'ada@example.com', returnUrl: '/account' } })
  await call('accounts.useLink', { input: { token: await mailedToken(folder.path) } })

  // A card, edited at both in turn.
  const emptyFields = { title: '', companyName: '', phoneNumber: '', emailAddress: '', profile: 1 } as const
  const { alias } = await call('cards.create', {
    input: { ...emptyFields, submissionId: randomUUID(), alias: 'ada', fullName: 'Ada Winter' },
  })
  const titles = () => Promise.all(urls.map((url) => titleAt(url, alias)))
  const before = await titles()
  const editor = await call('cards.editor', { params: { alias } })
  const saved = await call('cards.saveDraft', {
    input: { alias, revision: editor.draft.revision, changes: { title: 'Seen on both' }, removed: [] },
  })
  await call('cards.publishDraft', { input: { alias, revision: saved.revision } })
  expect(before).not.toContain('Seen on both')
  await eventually(async () => expect((await titles()).filter((title) => title !== 'Seen on both')).toEqual([]))

  // A visitor: a captcha of one server is accepted by the other, and only once.
  const reCaptchaAction = 'carte/connect_client'
  const challenge = await call('contacts.challenge', { query: { alias, action: reCaptchaAction } })
  const entry = anEntry({ alias, name: 'Vera', reCaptchaAction, reCaptchaResponse: await solveCaptcha(challenge) })
  const submit = async () =>
    (await post(balancer.url, '/remote/api/public/connect-client', { ...entry, submissionId: randomUUID() })).status
  expect([await submit(), await submit(), await submit()]).toEqual([200, 422, 422])
  const found = await call('contacts.search', { params: { page: 1, pageSize: 10, tag: 'none' }, input: { alias, SearchFor: '' } })
  expect(found.results.map(({ name }) => name)).toEqual(['Vera'])

  // Guesses are counted by both servers together, and over a restart.
  const secrets = { email: 'ada@example.com', password: 'not the password', returnUrl: '/account' }
  const guess = async (url: string) => (await post(url, '/bff/sign-in', secrets)).status
  const guesses: number[] = []
  for (let time = 0; time < 7; time++) guesses.push(await guess(balancer.url))
  expect(guesses.map((status) => status === 429)).toEqual([false, false, false, false, false, true, true])
  first.send('SIGTERM')
  expect(await first.ended).toBe(0)
  await using again = start(here)
  await again.waitForOutput('is ready at')
  expect(await guess(urls[0] ?? '')).toBe(429)
})

const post = (url: string, path: string, input: unknown) =>
  fetch(new URL(path, url), { method: 'POST', headers: { 'x-csrf': '1', 'content-type': 'application/json' }, body: JSON.stringify(input) })

async function titleAt(url: string, alias: string): Promise<string> {
  const answer = await fetch(new URL(`/remote/api/public/e-card-by-alias/${alias}`, url))
  return ((await answer.json()) as { carte: { title: string } }).carte.title
}

async function mailedToken(dataDir: string): Promise<string> {
  return eventually(async () => {
    const [words = ''] = await readOutbox(dataDir)
    const token = /[?&#]token=([\w-]+)/.exec(words)?.[1] ?? /\/link\/([\w-]{20,})/.exec(words)?.[1]
    if (!token) throw new Error('No mail with a link came.')
    return token
  })
}
