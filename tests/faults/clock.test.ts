import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { newId } from '#server/database/new-id.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aCardToPress } from './a-card-to-press.ts'

const hourMs = 3_600_000
const noonMs = Date.parse('2036-06-15T12:00:00Z')
let nowMs = noonMs
let app: TestApp
beforeAll(async () => {
  app = await anApp({ settings: { captchaCost: 1 }, outside: { clock: { now: () => new Date(nowMs) } } })
})
afterAll(() => app[Symbol.asyncDispose]())

test.each([
  ['forward', hourMs],
  ['back', -hourMs],
])('a clock that jumps an hour %s ends no session, loses no contact and keeps the card right', async (_, jumpMs) => {
  nowMs = noonMs
  const card = await aCardToPress(app)
  expect((await card.leave()).status).toBe(200)
  const before = await (await card.show()).text()

  nowMs += jumpMs
  expect(await card.owner.call('cards.own')).toMatchObject([{ alias: card.alias }])
  expect(await (await card.show()).text()).toBe(before)
  expect((await card.leave(undefined, 'Amara')).status).toBe(200)
  expect((await card.left()).toSorted()).toEqual(['Amara', 'Tobias'])
  await app.needs.jobs.settle()

  nowMs = noonMs
  expect(await card.owner.call('cards.own')).toMatchObject([{ alias: card.alias }])
  expect((await card.leave(undefined, 'Ines')).status).toBe(200)
})

test('what was proved before the clock went back is good, once', async () => {
  nowMs = noonMs
  const card = await aCardToPress(app)
  const proof = await card.proof()
  const { submissionId, seal } = await app.needs.captcha.seal(card.alias)
  nowMs -= hourMs
  expect((await card.leave(proof)).status).toBe(200)
  expect((await card.leave(proof, 'Amara')).status).toBe(422)
  const given = { token: seal, action: '', alias: card.alias }
  expect(submissionId).not.toBe('')
  expect(await app.needs.captcha.verify(given)).toMatchObject({ ok: true })
  expect(await app.needs.captcha.verify(given)).toMatchObject({ ok: false, reason: 'used' })
})

test('a mailed link opens after the clock went back', async () => {
  nowMs = noonMs
  const { owner } = await aCardToPress(app)
  const link = await makeSignInLink(app.needs, owner.email)
  nowMs -= hourMs
  expect(await app.call('accounts.useLink', { input: { token: link?.token ?? '' } })).toMatchObject({ success: 1 })
})

test('an id is nobody else’s, whatever the clock says', () => {
  const times = [noonMs, noonMs - hourMs, noonMs, noonMs + hourMs, noonMs]
  expect(new Set(times.flatMap((ms) => Array.from({ length: 1000 }, () => newId(ms)))).size).toBe(5000)
})
