import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { newId } from '#server/database/new-id.ts'
import { anApp, type TestApp } from '../harness/app.ts'
import { aCardWithForm } from './a-card-with-form.ts'

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
])('a clock jump of an hour %s ends no session and loses no contact', async (_, jumpMs) => {
  nowMs = noonMs
  const card = await aCardWithForm(app)
  expect((await card.submitContact()).status).toBe(200)
  const before = await (await card.show()).text()

  nowMs += jumpMs
  expect(await card.owner.call('cards.own')).toMatchObject([{ alias: card.alias }])
  expect(await (await card.show()).text()).toBe(before)
  expect((await card.submitContact(undefined, 'Amara')).status).toBe(200)
  expect((await card.left()).toSorted()).toEqual(['Amara', 'Tobias'])
  await app.deps.jobs.settle()

  nowMs = noonMs
  expect(await card.owner.call('cards.own')).toMatchObject([{ alias: card.alias }])
  expect((await card.submitContact(undefined, 'Ines')).status).toBe(200)
})

test('a proof from before the clock went back is valid once', async () => {
  nowMs = noonMs
  const card = await aCardWithForm(app)
  const proof = await card.proof()
  const { submissionId, seal } = await app.deps.captcha.seal(card.alias)
  nowMs -= hourMs
  expect((await card.submitContact(proof)).status).toBe(200)
  expect((await card.submitContact(proof, 'Amara')).status).toBe(422)
  const proofInput = { token: seal, action: '', alias: card.alias }
  expect(submissionId).not.toBe('')
  expect(await app.deps.captcha.verify(proofInput)).toMatchObject({ ok: true })
  expect(await app.deps.captcha.verify(proofInput)).toMatchObject({ ok: false, reason: 'used' })
})

test('a mailed link works after the clock went back', async () => {
  nowMs = noonMs
  const { owner } = await aCardWithForm(app)
  const link = await makeSignInLink(app.deps, owner.email)
  nowMs -= hourMs
  expect(await app.call('accounts.useLink', { input: { token: link?.token ?? '' } })).toMatchObject({ success: 1 })
})

test('ids stay unique when the clock goes back', () => {
  const times = [noonMs, noonMs - hourMs, noonMs, noonMs + hourMs, noonMs]
  expect(new Set(times.flatMap((ms) => Array.from({ length: 1000 }, () => newId(ms)))).size).toBe(5000)
})
