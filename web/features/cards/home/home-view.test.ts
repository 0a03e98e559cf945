import { layouts } from '#common/layouts.ts'
import { describe, expect, test } from 'vitest'
import type { HomepageKey } from '#contract/cards/drawing.ts'
import { permissionBits, permissions } from '#contract/permissions.ts'
import { plans } from '#contract/billing/plans.ts'
import { translatorFor } from '../../../i18n/use-translate.ts'
import { anOpenCard, aService, aSite } from '../../../../tests/samples/a-card.ts'
import { frameView, mailHref } from '../frame/frame-view.ts'
import { homeView } from './home-view.ts'

const t = translatorFor('en')
const view = (...overrides: Parameters<typeof anOpenCard>) => homeView(anOpenCard(...overrides), t, aSite)
const frame = (...overrides: Parameters<typeof anOpenCard>) => frameView(anOpenCard(...overrides), t, aSite)
const without = (key: HomepageKey) => ({ settings: { homepageSettings: [{ Key: key, Label: '', Value: false, Weight: 0 }] } })

const rowKeys: HomepageKey[] = ['ShowMobilePhone', 'ShowOfficePhone', 'ShowDirectPhone', 'ShowEmailAddress']

describe('homeView', () => {
  test.each([
    ['ShowMobilePhone', (off: ReturnType<typeof view>) => off.rows.every(({ kind }) => kind !== 'mobile')],
    ['ShowOfficePhone', (off) => off.rows.every(({ kind }) => kind !== 'office')],
    ['ShowDirectPhone', (off) => off.rows.every(({ kind }) => kind !== 'direct')],
    ['ShowEmailAddress', (off) => off.rows.every(({ kind }) => kind !== 'email')],
  ] as [HomepageKey, (off: ReturnType<typeof view>) => boolean][])('HOME-2 %s hides only its own part', (key, isHidden) => {
    expect(isHidden(view(without(key)))).toBe(true)
    for (const other of rowKeys.filter((candidate) => candidate !== key)) expect(isHidden(view(without(other)))).toBe(false)
  })

  test.each([
    [{}, 'Maren Holloway', true],
    [{ fullName: '' }, 'Harbor & Pine Realty', false],
    [{ fullName: '', companyName: '' }, 'Carte', false],
  ])('HOME-2 %j keeps an h1 without the hidden name', (hidden, name, showsName) => {
    expect(view(hidden)).toMatchObject({ name, showsName })
    expect(frame(hidden).name).toBe(name)
  })

  test('HOME-1 lists mobile, office, direct, then email', () => {
    expect(view().rows.map(({ kind }) => kind)).toEqual(['mobile', 'office', 'direct', 'email'])
    expect(view().rows[0]).toMatchObject({ text: '(207) 555-0142', href: 'tel:+12075550142', sms: 'sms:+12075550142' })
  })

  test('HOME-1 has no row for an empty field', () => {
    expect(view({ officePhoneNumber: ' ', directPhoneNumber: '', emailAddress: '' }).rows.map(({ kind }) => kind)).toEqual(['mobile'])
  })

  test('HOME-5 tag line and license number need their show flag', () => {
    expect(view()).toMatchObject({ tagLine: 'Finding people the light they want to live in.', license: 'BA-918204' })
    const off = view({ settings: { tagLine: { show: false, text: 'x' }, licenseNumber: { show: false, number: 'x' } } })
    expect(off).toMatchObject({ tagLine: '', license: '' })
  })

  test.each(layouts)('HOME-8 the layout $name has a picture and a video behind it, or hides both', ({ theme, ...layout }) => {
    const video = { showVideoOnHomepage: true, videoUrl: 'https://films.example/a.mp4', videoPosterUrl: 'https://stills.example/a.jpg' }
    const background = { revision: 'b1', width: 1600, height: 900 }
    const pictures = { profile: null, cutout: null, logo: null, card: null, background }
    const fields = { eCardTheme: theme, eCardBackgroundImage: 'harbor', pictures, ...video }
    const isHidden = 'hidesScene' in layout
    const { videos, scene } = view(fields)
    expect([videos === null, scene === null]).toEqual([isHidden, isHidden])
    expect(frame(fields).outside.images).toBe(isHidden ? '' : 'https://stills.example')
  })

  test('HOME-6 applies the owner’s text alignment and size', () => {
    expect(frame()).toMatchObject({ align: 'center', fontSize: 'md' })
    const own = frame({ settings: { '{product}MobileLayoutAlign': 'right', '{product}MobileFontSize': 'lg' } })
    expect(own).toMatchObject({ align: 'right', fontSize: 'lg' })
  })

  test('HOME-1 shows more than five services as four tiles and a count', () => {
    const services = Array.from({ length: 7 }, (_, weight) => aService({ serviceName: `S${weight}`, weight }))
    expect(view({}, { services })).toMatchObject({ moreCount: 3, tiles: { length: 4 } })
    expect(view({}, { services: services.slice(0, 5) })).toMatchObject({ moreCount: 0, tiles: { length: 5 } })
  })

  test('has no tile for a link that could run a script', () => {
    expect(view({}, { services: [aService({ directLink: 'javascript:alert(1)' })] }).tiles).toEqual([])
  })

  test('prints coordinates if the location is known', () => {
    const address = { address_line_1: '', city: '', state: '', zip_code: '' }
    expect(view({ settings: { location: { lat: 43.6591, lng: -70.2568, address } } }).coordinates).toEqual({
      lat: '43.6591° N',
      lng: '70.2568° W',
    })
    expect(view().coordinates).toBeNull()
  })
})

describe('the action button', () => {
  const trigger = { key: 'tour', route: 'contact', text: 'Book a tour', type: 1 } as const
  const actionOf = (triggerAction: { key: string; route: string; text: string; type: 1 | 2 } | null, granted = permissionBits(plans.PRO)) =>
    view({ permissions: granted, settings: { triggerAction } }).action

  test('HOME-4 leads to the vCard', () => {
    expect(actionOf(null)).toMatchObject({ label: 'ADD TO CONTACTS', href: '/maren/v-card' })
  })

  test('HOME-4 a trigger of type 1 leads to a page, of type 2 to a link', () => {
    expect(actionOf(trigger)).toMatchObject({ label: 'Book a tour', href: '/maren/contact' })
    expect(actionOf({ ...trigger, type: 2, route: 'https://tours.example/book' })).toMatchObject({
      href: 'https://tours.example/book',
    })
  })

  test('HOME-4 the trigger needs all bits of ActionTrigger', () => {
    expect(actionOf(trigger, permissions.ActionTrigger & ~2048)).toMatchObject({ label: 'ADD TO CONTACTS' })
    expect(actionOf(trigger, permissions.ActionTrigger)).toMatchObject({ label: 'Book a tour' })
  })

  test('HOME-4 an untrusted target keeps the default button', () => {
    expect(actionOf({ ...trigger, type: 2, route: 'javascript:alert(1)' })).toMatchObject({ label: 'ADD TO CONTACTS' })
    expect(actionOf({ ...trigger, route: 'nowhere' })).toMatchObject({ label: 'ADD TO CONTACTS' })
  })
})

describe('frameView', () => {
  test('NAV-3 the dock calls mobile, direct or office, in that order; texts mobile only', () => {
    expect(frame().dock).toEqual({ call: 'tel:+12075550142', message: 'sms:+12075550142', email: 'mailto:maren.holloway@example.com' })
    expect(frame({ phoneNumber: '' }).dock).toMatchObject({ call: 'tel:+12075550167', message: null })
    expect(frame({ phoneNumber: '', directPhoneNumber: '', officePhoneNumber: '', emailAddress: '' }).dock).toEqual({
      call: null,
      message: null,
      email: null,
    })
  })

  test('HOME-2 a hidden number is not in the dock', () => {
    expect(frame(without('ShowMobilePhone')).dock).toMatchObject({ call: 'tel:+12075550167', message: null })
  })

  test('the QR code needs its permission and can be hidden', () => {
    expect(frame().qr).toBe('/api/public/client-qr/maren/latest')
    expect(frame({ settings: { QRCode: { hide: true } } }).qr).toBeNull()
    expect(frame({ permissions: permissionBits(['Home']) }).qr).toBeNull()
  })

  test('NAV-1 the free plan is named', () => {
    const subscription = { ...anOpenCard().subscription, isFreemium: true }
    expect(frame({}, { subscription }).isFreePlan).toBe(true)
    expect(frame().isFreePlan).toBe(false)
  })

  test('REV-6 links to the reviews page only if it has content', () => {
    const offers = (...overrides: Parameters<typeof anOpenCard>) => frame(...overrides).menu.some(({ page }) => page === 'reviews')
    const google = { services: [aService({ gradeServiceId: 107, serviceCapabilities: 2, directLink: 'https://google.example' })] }
    expect(offers()).toBe(false)
    expect(offers({ showZillowReviews: true, zillowWebServicesId: 'X1' })).toBe(true)
    expect(offers({ showGoogleReviews: true }, google)).toBe(true)
    expect(offers({ showGoogleReviews: false }, google)).toBe(false)
  })
})

test.each(['a@b.example?bcc=x@evil.example', 'a@b.example,c@d.example', 'two words@b.example', 'no-at-sign', ''])(
  '%j gets no mailto',
  (address) => {
    expect(mailHref(address)).toBeNull()
  },
)
