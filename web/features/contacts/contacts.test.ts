import { describe, expect, test } from 'vitest'
import { contactFieldNames } from '#contract/contact-choices.ts'
import { aContact } from '../../../tests/samples/a-contact.ts'
import { contactsHref, pageOf, searchOf } from './contacts-href.ts'
import { contactEdit, issuesIn } from './new/new-contact-input.ts'
import { readNotes, withNote } from './sheet/owner-notes.ts'
import { mailHref, placeOf } from './list/contact-links.ts'
import { searchLink, searchPlaces } from './sheet/search-links.ts'
import { allTags, chosenTags, readTags } from './sheet/tags.ts'
import { whenOf } from '../../platform/when.ts'

describe('MYC-1 the day of a contact', () => {
  const reader = { language: 'en-US', timeZone: 'America/New_York', now: new Date('2026-06-15T15:00:00Z') }

  test('is today or yesterday by the reader’s calendar', () => {
    const dayOf = (iso: string, timeZone = reader.timeZone) => whenOf(iso, { ...reader, timeZone }).day
    expect(dayOf('2026-06-15T13:42:00Z')).toBe('today')
    expect(dayOf('2026-06-15T03:30:00Z')).toBe('yesterday')
    // The same moment after midnight.
    expect(dayOf('2026-06-15T13:42:00Z', 'Asia/Tokyo')).toBe('yesterday')
    expect(dayOf('2026-06-13T03:30:00Z')).toBe('other')
  })

  test('yesterday is right when the clocks change', () => {
    const now = new Date('2026-11-01T12:00:00Z')
    expect(whenOf('2026-10-31T05:00:00Z', { ...reader, now }).day).toBe('yesterday')
  })

  test('is in the reader’s language, with the year if it is another', () => {
    expect(whenOf('2026-06-12T13:00:00Z', reader).date).toBe('Jun 12')
    expect(whenOf('2025-06-12T13:00:00Z', reader).date).toBe('Jun 12, 2025')
    expect(whenOf('2026-06-12T13:00:00Z', { ...reader, language: 'fr-FR' }).date).toBe('12 juin')
  })
})

describe('MYC-3 find and connect', () => {
  test('every placeholder is filled and encoded', () => {
    const all = 'https://find.example/?f={firstName}&l={lastName}&c={companyName}&a={address}&o={city}&s={state}&z={zip}&p={phone}'
    const person = aContact({ companyName: 'Wren & Daughters', phoneNumber: '+1 207 555', lastName: 'W#ren' })
    const query = new URL(searchLink(all, person) ?? '').searchParams
    expect(Object.fromEntries(query)).toEqual({
      f: 'Tobias',
      l: 'W#ren',
      c: 'Wren & Daughters',
      a: '8 Lantern Street',
      o: 'Port Hadley',
      s: 'ME',
      z: '04001',
      p: '+1 207 555',
    })
  })

  test('unknown facts are left out', () => {
    expect(searchLink('https://find.example/{firstName}/{shoeSize}?q={city}', aContact({ city: '' }))).toBe(
      'https://find.example/Tobias/?q=',
    )
  })

  test.each(['javascript:alert("{firstName}")', 'http://find.example/{firstName}', '{firstName}', '', 'data:text/html,{notes}'])(
    'a search without https is no link: %s',
    (template) => {
      expect(searchLink(template, aContact({ name: 'https://evil.example/' }))).toBeNull()
    },
  )

  test('a card’s own search replaces the default', () => {
    const own = searchPlaces([{ serviceName: 'Facebook', gradeServiceSearchUrl: 'https://f.example/{firstName}' }])
    expect(own.map(({ name }) => name)).toEqual(['Google', 'Facebook', 'LinkedIn', 'Instagram'])
    expect(own[1]?.url).toBe('https://f.example/{firstName}')
    expect(own.every(({ url }) => searchLink(url, aContact())?.includes('Tobias'))).toBe(true)
  })
})

describe('MYC-3 the owner’s notes', () => {
  const first = { Created: '2026-06-15T15:05:00.000Z', Note: 'Call before Friday.' }

  test('are newest first, and one can be added', () => {
    const more = { Created: '2026-06-16T09:00:00.000Z', Note: 'Called.' }
    expect(readNotes(withNote(JSON.stringify([first]), more)).map(({ Note }) => Note)).toEqual(['Called.', 'Call before Friday.'])
  })

  test.each(['', 'null', '{"Created":1}', '[1,{"Note":"x"},{"Created":"never","Note":"x"}]'])(
    'an invalid value reads as no notes: %s',
    (text) => {
      expect(readNotes(text)).toEqual([])
    },
  )
})

describe('MYC-3 labels', () => {
  test('are read from one text, each once', () => {
    expect(readTags(' Carte, Buyer,,Carte ')).toEqual(['Carte', 'Buyer'])
    expect(allTags(['Carte', 'Buyer'], ['Trades', 'Carte'])).toEqual(['Carte', 'Buyer', 'Trades'])
  })

  test('a typed one is added to the chosen; a comma in it does not split it', () => {
    const form = new FormData()
    form.append('tag', 'Carte')
    form.append('tag', 'Two  spaces')
    form.append('newTag', ' Open, house ')
    expect(chosenTags(form)).toEqual(['Carte', 'Two  spaces', 'Open house'])
  })
})

test('MYC-3 an edit sends only what changed: an invalid phone or email blocks nothing', () => {
  const contact = aContact({ phoneNumber: 'ask at the desk', emailAddress: 'half@', notes: 'One\r\nTwo' })
  const form = new FormData()
  for (const name of contactFieldNames) form.set(name, contact[name])
  form.set('revision', '3')
  form.set('notes', 'One\nTwo')
  form.set('city', 'Rockland')
  const edit = contactEdit(form, contact)
  expect(edit).toEqual({ clientId: contact.id, revision: 3, fields: { city: 'Rockland' } })
  expect(issuesIn(edit.fields)).toEqual({})
  form.set('phoneNumber', 'ask her')
  expect(issuesIn(contactEdit(form, contact).fields)).toEqual({ phoneNumber: 'problem.phone' })
})

test('MYC-3 only valid addresses become links', () => {
  expect(mailHref('tobias@example.com')).toBe('mailto:tobias@example.com')
  expect(mailHref('a@example.com?bcc=b@example.com')).toBeNull()
  expect(placeOf(aContact({ city: '' }))).toBe('8 Lantern Street, ME 04001')
})

test('MYC-1 a search round-trips through its address', () => {
  const wanted = { q: 'Wren & Co', label: 'Open house', sort: 'company' as const }
  const href = contactsHref('maren', wanted, { contact: 'x' })
  const { pathname, searchParams } = new URL(href, 'https://carte.example')
  expect(pathname).toBe('/maren/my-contacts')
  expect(searchOf(searchParams)).toEqual(wanted)
  expect(contactsHref('maren', { q: '', label: '' })).toBe('/maren/my-contacts')
  expect(['3', '0', '-1', '1e9', 'x', ''].map((page) => pageOf(new URLSearchParams({ page })))).toEqual([3, 1, 1, 1, 1, 1])
})
