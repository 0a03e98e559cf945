import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import type { Card } from '#contract/cards/cards.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../../tests/harness/signed-in.ts'
import { addVersion } from '../editor/add-version.ts'
import { gatherCard } from '../owned/gather-card.ts'
import { subjects, subjectVersions } from '../tables.ts'

const app = await theApp()

const read = async ({ call }: Pick<SignedIn, 'call'>, alias: string) =>
  (await call('cards.read', { params: { alias } }))['{product}'] as Card
async function anOwnedCard(options: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, options)
  const owner = await signedIn(app, card.id)
  const { key } = await read(owner, card.alias)
  const change = (
    updateType: number,
    setting: string,
    value: boolean | string | number,
    name: 'cards.updateSettings' | 'cards.updateApplicationSettings' = 'cards.updateSettings',
  ) => owner.call(name, { input: { alias: card.alias, key, updateType, setting, value } })
  return { card, owner, key, change }
}
const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}

describe('cards.updateSettings', () => {
  test('ACC-2 toggles a home page field, and visitors see it at once', async () => {
    const { card, change } = await anOwnedCard()
    expect((await read(app, card.alias)).emailAddress).toBe('ada@example.com')
    expect(await change(0, 'ShowEmailAddress', false)).toEqual({ success: 1, message: '' })
    expect((await read(app, card.alias)).emailAddress).toBe('')
  })

  test('ACC-1 changes the form’s switch, delay and labels independently', async () => {
    const { card, owner, change } = await anOwnedCard({ settings: { tagLine: { show: true, text: 'Stays' } } })
    await change(1, 'connectClientsSetting.enabled', false)
    await change(1, 'timeout', 8)
    await change(1, 'desktopEnabled', false)
    await change(16, 'connectClientsSetting.applyTags', ' Spring , Open house,,Spring ')
    const own = await read(owner, card.alias)
    expect(own.settings.connectClientsSetting).toEqual({
      enabled: false,
      desktopEnabled: false,
      timeout: 8,
      applyTags: 'Spring,Open house',
    })
    expect(own.settings.tagLine).toEqual({ show: true, text: 'Stays' })
    expect((await read(app, card.alias)).settings.connectClientsSetting.applyTags).toBe('')
  })

  test('a value stored before it had limits blocks neither other settings nor an export', async () => {
    const { card, change } = await anOwnedCard()
    const { db } = app.deps
    const settings = { connectClientsSetting: { enabled: true, desktopEnabled: true, timeout: -5, applyTags: 'x'.repeat(61) } }
    await db.update(subjects).set({ settings }).where(eq(subjects.id, card.id))
    await addVersion(db, card.id, 'fall', {}, new Date())
    await db
      .update(subjectVersions)
      .set({ overrides: { gradeServiceTemplateId: 0 } })
      .where(eq(subjectVersions.subjectId, card.id))

    expect(await change(0, 'ShowTitle', false)).toMatchObject({ success: 1 })
    expect(await gatherCard(app.deps, card.id)).toMatchObject({
      fields: { settings: { ...settings, homepage: { ShowTitle: false } } },
      versions: [{ name: 'fall', overrides: { gradeServiceTemplateId: 0 } }],
    })
    expect(await change(1, 'timeout', 5)).toMatchObject({ success: 1 })
  })

  test('an overlong label is cut between letters', async () => {
    const { card, owner, change } = await anOwnedCard()
    await change(16, 'applyTags', `${'a'.repeat(59)}👩`)
    expect((await read(owner, card.alias)).settings.connectClientsSetting.applyTags).toBe('a'.repeat(59))
  })

  test('concurrent changes to different settings all survive', async () => {
    const { card, owner, change } = await anOwnedCard()
    await Promise.all([
      change(0, 'ShowTitle', false),
      change(0, 'ShowName', false),
      change(1, 'enabled', false),
      change(16, 'applyTags', 'Both'),
    ])
    const { settings } = await read(owner, card.alias)
    const values = Object.fromEntries(settings.homepageSettings.map(({ Key, Value }) => [Key, Value]))
    expect([
      values['ShowTitle'],
      values['ShowName'],
      settings.connectClientsSetting.enabled,
      settings.connectClientsSetting.applyTags,
    ]).toEqual([false, false, false, 'Both'])
  })

  test('ACC-1 form and label settings are PRO on the server, home page fields aren’t', async () => {
    const { change } = await anOwnedCard({ plan: 'FREE' })
    expect(await problemOf(change(1, 'enabled', false))).toMatchObject({ status: 403, message: 'This is a PRO feature.' })
    expect(await problemOf(change(16, 'applyTags', 'x'))).toMatchObject({ status: 403 })
    expect(await change(0, 'ShowTitle', false)).toMatchObject({ success: 1 })
  })

  test('API-ERR an empty or invalid setting is rejected and not stored', async () => {
    const { card, change, owner } = await anOwnedCard()
    const before = JSON.stringify(await read(owner, card.alias))
    expect(await problemOf(change(0, '', true))).toMatchObject({ status: 422, message: 'No settings selected.' })
    for (const [type, setting, value] of [
      [0, 'ShowEverything', true],
      [0, '__proto__', true],
      [0, 'ShowName', 'perhaps'],
      [1, 'connectClientsSetting.constructor', true],
      [1, 'timeout', 'soon'],
      [1, 'timeout', 1e9],
      [16, 'applyTags', 7],
      [99, 'ShowName', true],
    ] as const)
      expect(await problemOf(change(type, setting, value)), `${type} ${setting}`).toMatchObject({ status: 422, success: 0 })
    expect(JSON.stringify(await read(owner, card.alias))).toBe(before)
  })

  test.each([-5, -0.1, 600.1, 601, true, '', ' ', '0x10', '1e2', '-1', 'NaN'])(
    'refuses %j as the seconds until the form opens',
    async (value) => {
      const { change } = await anOwnedCard()
      expect(await problemOf(change(1, 'connectClientsSetting.timeout', value))).toMatchObject({ status: 422, success: 0 })
    },
  )

  test.each([0, 0.1, 600, '0', '12', '4.5'])('accepts %j as the seconds until the form opens', async (value) => {
    const { card, owner, change } = await anOwnedCard()
    await change(1, 'connectClientsSetting.timeout', value)
    expect((await read(owner, card.alias)).settings.connectClientsSetting.timeout).toBe(Number(value))
  })

  test('requires the card’s key and its alias', async () => {
    const { card, owner } = await anOwnedCard()
    const other = await anOwnedCard()
    const input = { alias: card.alias, key: other.key, updateType: 0, setting: 'ShowName', value: false }
    expect(await problemOf(owner.call('cards.updateSettings', { input }))).toMatchObject({ status: 404 })
  })
})

test('cards.updateApplicationSettings stores a known language and nothing unknown', async () => {
  const { card, change } = await anOwnedCard()
  expect(await change(32, 'language', 'fr-FR', 'cards.updateApplicationSettings')).toMatchObject({ success: 1 })
  const { rows } = await app.deps.db.execute(sql`select application_settings from subject where id = ${card.id}`)
  expect(rows).toEqual([{ application_settings: { language: 'fr-FR' } }])
  expect(await problemOf(change(32, 'language', 'xx', 'cards.updateApplicationSettings'))).toMatchObject({ status: 422 })
  expect(await problemOf(change(32, 'hasOwnProperty', 'x', 'cards.updateApplicationSettings'))).toMatchObject({ status: 422 })
})

describe('cards.updateLocationSettings', () => {
  const place = { address_line_1: '14 Ferry Point Road', city: 'Port Hadley', state: 'ME', zip_code: '04101' }

  test('CNT-2 stores the location with a structured or a one-line address', async () => {
    const { card, owner, key } = await anOwnedCard()
    await owner.call('cards.updateLocationSettings', { input: { alias: card.alias, key, address: place, lat: 43.6, lng: -70.2 } })
    const values = await read(app, card.alias)
    expect(values.settings.location).toEqual({ lat: 43.6, lng: -70.2, address: place })
    expect([values.companyAddress, values.companyCity]).toEqual(['14 Ferry Point Road', 'Port Hadley'])
    await owner.call('cards.updateLocationSettings', {
      input: { alias: card.alias, key, address: '14 Ferry Point Road, Port Hadley', lat: 43.7, lng: -70.3 },
    })
    expect((await read(app, card.alias)).settings.location).toMatchObject({ lat: 43.7, address: place })
  })

  test('API-ERR an empty location is ‘No address selected.’', async () => {
    const { card, owner, key } = await anOwnedCard()
    const at = (address: string, lat: number, lng: number) =>
      owner.call('cards.updateLocationSettings', { input: { alias: card.alias, key, address, lat, lng } })
    for (const call of [() => at('', 1, 1), () => at('x', 0, 1), () => at('x', 1, 0)])
      expect(await problemOf(call())).toMatchObject({ status: 422, message: 'No address selected.' })
  })
})
