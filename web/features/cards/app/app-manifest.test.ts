import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { aCard } from '../../../../tests/samples/a-card.ts'
import { appManifest } from './app-manifest.ts'

const Manifest = z.looseObject({
  id: z.string(),
  name: z.string().min(1),
  short_name: z.string().min(1),
  start_url: z.string(),
  scope: z.string(),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(z.object({ src: z.string() })).min(1) })),
  share_target: z.looseObject({ action: z.string() }),
})
const manifestOf = (changes: Parameters<typeof aCard>[0] = {}) =>
  Manifest.parse(appManifest(aCard(changes), { t: translatorFor('en'), language: 'en', ground: '#fbfaf7' }))

describe('INST-2 a card as an app', () => {
  test('has one id for every spelling of its alias, and only its own addresses', () => {
    const { id, scope, start_url, shortcuts, share_target } = manifestOf({ alias: 'Maren' })
    expect([id, scope, start_url]).toEqual(['/maren/', '/maren/', '/maren/home?source=pwa'])
    for (const url of [...shortcuts.map((one) => one.url), share_target.action]) expect(url).toMatch(/^\/maren\//)
  })

  test.each([
    [{ fullName: 'Ada Winter', firstName: 'Ada', profile: 1 }, 'Ada Winter'],
    [{ fullName: 'Wolfeschlegelsteinhausen Blaine', firstName: 'Hubert', profile: 1 }, 'Hubert'],
    [{ fullName: 'The Oyelaran Partners', firstName: 'Tunde', profile: 2 }, 'The Oyelaran Partners'],
    [{ fullName: '', firstName: '', companyName: '', alias: 'ada', profile: 1 }, 'ada'],
  ] as const)('%j has a short name for a home screen where possible', (fields, shortName) => {
    expect(manifestOf(fields).short_name).toBe(shortName)
  })

  test('has a QR shortcut only if the card shows a QR code', () => {
    const names = (changes: Parameters<typeof aCard>[0]) => manifestOf(changes).shortcuts.map(({ name }) => name)
    expect(names({})).toEqual(['Share', 'QR code', 'My Contacts'])
    expect(names({ settings: { QRCode: { hide: true } } })).toEqual(['Share', 'My Contacts'])
  })
})
