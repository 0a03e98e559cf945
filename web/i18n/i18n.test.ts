import { describe, expect, test } from 'vitest'
import { draftFaults, type DraftFaultName } from '#contract/cards/draft-faults.ts'
import { importFaults, type ImportFaultName } from '#contract/cards/import-faults.ts'
import { enAccount, type AccountKey } from './account/account-en.ts'
import { frCAAccount } from './account/account-fr-CA.ts'
import { frFRAccount } from './account/account-fr-FR.ts'
import { roAccount } from './account/account-ro.ts'
import { accountSayer } from './account-catalogues.ts'
import { en, type WordKey } from './en.ts'
import { enInternationalAccount, enInternationalLater } from './en-international.ts'
import { frCA } from './fr-CA.ts'
import { enLater, type LaterKey } from './later/en.ts'
import { frCALater } from './later/fr-CA.ts'
import { frFRLater } from './later/fr-FR.ts'
import { roLater } from './later/ro.ts'
import { frFR } from './fr-FR.ts'
import { chooseLanguage } from './languages.ts'
import { ro } from './ro.ts'
import { sayIn } from './say.ts'

describe('chooseLanguage', () => {
  test.each([
    [null, 'en'],
    ['', 'en'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr-CA'],
    ['fr-BE', 'fr-FR'],
    ['FR', 'fr-FR'],
    ['ro-MD,en;q=0.5', 'ro'],
    ['en-US,en;q=0.9', 'en-US'],
    ['en-GB', 'en'],
    ['de,pl;q=0.9', 'en'],
    ['de;q=0.9, ro;q=0.4, fr;q=0.6', 'fr-FR'],
    ['en;q=0, ro', 'ro'],
    [';;;q=,,,', 'en'],
    ['x'.repeat(100_000), 'en'],
    ['constructor, __proto__, toString', 'en'],
    ['valueOf, ro', 'ro'],
  ])('LANG-1 %j is answered in %s', (header, language) => {
    expect(chooseLanguage(header)).toBe(language)
  })
})

describe('sayIn', () => {
  const say = sayIn('en', { ...en, ...enLater })

  test('HOME-9 a team says Us and Our, a single person Me and My', () => {
    expect(say('menu.reviews')).toBe('My Reviews')
    expect(say('menu.reviews', { team: true })).toBe('Our Reviews')
    expect(say('dock.call', { team: true })).toBe('Call us')
  })

  test('fills the holes it has facts for', () => {
    expect(say('disabled.sentence', { product: 'Carte', name: 'Ada' })).toBe(
      'You are trying to access the Carte for Ada. Unfortunately, this is not currently active.',
    )
  })

  test('follows the number, also where a language has more than two forms', () => {
    expect(say('home.more', { count: 1 })).toBe('1 more link')
    expect(say('home.more', { count: 3 })).toBe('3 more links')
    expect(sayIn('ro', ro)('home.more', { count: 3 })).toBe('încă 3 linkuri')
    expect(sayIn('ro', ro)('home.more', { count: 20 })).toBe('încă 20 de linkuri')
  })

  test('LANG-1 an unknown key shows its raw name', () => {
    const unknown = 'menu.nobodyWroteThis' as WordKey
    expect(say(unknown)).toBe('menu.nobodyWroteThis')
  })
})

const holes = (words: unknown) => [...new Set(JSON.stringify(words).match(/\{\w+\}/g))].toSorted()

test.each(Object.entries({ frCA, frFR, ro }))('LANG-1 %s says everything English says, with the same holes', (_, catalogue) => {
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(en).toSorted())
  for (const key of Object.keys(en) as WordKey[]) expect(holes(catalogue[key]), key).toEqual(holes(en[key]))
})

test.each(Object.entries({ frCALater, frFRLater, roLater }))('LANG-1 %s says everything English says later, too', (_, catalogue) => {
  expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(enLater).toSorted())
  for (const key of Object.keys(enLater) as LaterKey[]) expect(holes(catalogue[key]), key).toEqual(holes(enLater[key]))
})

test.each(Object.entries({ frCAAccount, frFRAccount, roAccount }))(
  'LANG-1 %s says everything English says in the account',
  (_, catalogue) => {
    expect(Object.keys(catalogue).toSorted()).toEqual(Object.keys(enAccount).toSorted())
    for (const key of Object.keys(enAccount) as AccountKey[]) expect(holes(catalogue[key]), key).toEqual(holes(enAccount[key]))
  },
)

describe('English', () => {
  const american = { ...en, ...enLater, ...enAccount }
  const international = { ...american, ...enInternationalLater, ...enInternationalAccount }
  const texts = (catalogue: object) => JSON.stringify(Object.values(catalogue)).replace(/\{\w+\}/g, '')

  test('LANG-1 English (US) is American', async () => {
    expect(texts(american)).not.toMatch(/\b(\w*colour\w*|centre|licence|labelled|cancelled|dialled|organisation|e-mail|mails?ed)\b/i)
    expect((await accountSayer('en-US'))('signup.colours')).toBe('Colors')
    expect((await accountSayer('en-US'))('contacts.zip')).toBe('ZIP code')
  })

  test('LANG-1 English elsewhere differs in spelling, and in nothing else', async () => {
    expect(texts(international)).not.toMatch(/\b(colors?|center|license|labeled|canceled|dialing|ZIP code)\b/i)
    expect((await accountSayer('en'))('signup.colours')).toBe('Colours')
    expect((await accountSayer('en'))('contacts.zip')).toBe('Postal code')
    for (const key of Object.keys(american) as (keyof typeof american)[])
      expect(holes(international[key]), key).toEqual(holes(american[key]))
  })

  test('the server’s messages are the ones of the catalogue', () => {
    for (const [name, text] of Object.entries(draftFaults)) expect(enAccount[`fault.${name as DraftFaultName}`]).toBe(text)
    for (const [name, text] of Object.entries(importFaults)) expect(enAccount[`importFault.${name as ImportFaultName}`]).toBe(text)
  })
})

describe('French', () => {
  const france = sayIn('fr-FR', { ...frFR, ...frFRLater, ...frFRAccount })
  const canada = sayIn('fr-CA', { ...frCA, ...frCALater, ...frCAAccount })

  test('LANG-1 spaces before punctuation follow the country, and no line breaks there', () => {
    expect(france('login.new')).toBe('Nouveau ici\u202F?')
    expect(canada('login.new')).toBe('Nouveau ici?')
    expect(france('share.subjectOf', { title: 'Avis', name: 'Ada' })).toBe('Avis\u00A0: Ada')
    expect(canada('share.subjectOf', { title: 'Avis', name: 'Ada' })).toBe('Avis\u00A0: Ada')
  })

  test('the catalogues write every one of those spaces as a plain space', () => {
    for (const [key, words] of Object.entries({ ...frCA, ...frCALater, ...frCAAccount, ...frFR, ...frFRLater, ...frFRAccount })) {
      expect(
        JSON.stringify(words)
          .replace(/(https?|mailto|tel):/g, '')
          .replace(/":/g, '"'),
        key,
      ).not.toMatch(/[\p{L}\d»})][;!?]|[\p{L}»})]:(?!\d)|«[^ ]|[^ ]»|[\u00A0\u202F]|\.\.\.|'/u)
    }
  })

  test('a name is never elided: no “de {name}”', () => {
    for (const [key, words] of Object.entries({ ...frCA, ...frCALater, ...frFR, ...frFRLater })) {
      expect(JSON.stringify(words), key).not.toMatch(/\b(de|que|le|la|du|si|jusque) \{(name|place|service|product|owner)\}/)
    }
  })
})
