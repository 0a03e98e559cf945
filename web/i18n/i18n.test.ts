import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mergeCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { draftIssueCodes, pendingIssueCodes } from '#contract/cards/draft-issues.ts'
import { settingIssues } from '#contract/admin/setting-issues.ts'
import { importIssueCodes } from '#contract/cards/import-issues.ts'
import { inputIssueCodes } from '#contract/input-issues.ts'
import { languages } from '#contract/languages.ts'
import { loadMessages, translatorFor } from './use-translate.ts'

await Promise.all(languages.map((language) => loadMessages(language)))
const read = (language: string): Catalog => JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8'))
const american = mergeCatalog('en-US', read)
const placeholders = (message: string) => [...new Set(message.match(/\{\w+\}/g))].toSorted()

describe('translating', () => {
  const t = translatorFor('en')

  test('HOME-9 a team says Us and Our, a single person Me and My', () => {
    expect(t('menu.reviews')).toBe('My Reviews')
    expect(t('menu.reviews', { team: true })).toBe('Our Reviews')
    expect(t('dock.call', { team: true })).toBe('Call us')
  })

  test('fills in values', () => {
    expect(t('disabled.sentence', { product: 'Carte', name: 'Ada' })).toBe(
      'You are trying to access the Carte for Ada. Unfortunately, this is not currently active.',
    )
  })

  test('writes numbers with the separators of the language', () => {
    expect(t('inputIssue.labelsTooMany', { limit: 10_000 })).toBe('A card can have at most 10,000 labels.')
    expect(translatorFor('fr-FR')('inputIssue.labelsTooMany', { limit: 10_000 })).toContain('10\u202F000')
    expect(translatorFor('ro')('inputIssue.labelsTooMany', { limit: 10_000 })).toContain('10.000')
  })

  test('does not fill in braces inside values', () => {
    expect(t('disabled.sentence', { product: '{name}', name: '{product}' })).toContain('access the {name} for {product}')
  })

  test('chooses plural forms, also in languages with more than two', () => {
    expect(t('home.more', { count: 1 })).toBe('1 more link')
    expect(t('home.more', { count: 3 })).toBe('3 more links')
    expect(translatorFor('ro')('home.more', { count: 3 })).toBe('încă 3 linkuri')
    expect(translatorFor('ro')('home.more', { count: 20 })).toBe('încă 20 de linkuri')
  })

  test('LANG-1 an unknown key shows its raw name', () => {
    const unknown = 'menu.nobodyWroteThis' as MessageKey
    expect(t(unknown)).toBe('menu.nobodyWroteThis')
  })
})

describe('English', () => {
  const texts = (catalog: Catalog) => JSON.stringify(Object.values(catalog)).replace(/\{\w+\}/g, '')

  test('LANG-1 English (US) is American', () => {
    expect(texts(american)).not.toMatch(/\b(\w*colour\w*|centre|licence|labelled|cancelled|dialled|organisation|e-mail|mails?ed)\b/i)
    expect(translatorFor('en-US')('signup.colors')).toBe('Colors')
    expect(translatorFor('en-US')('contacts.zip')).toBe('ZIP code')
  })

  test('LANG-1 English elsewhere differs in spelling, and in nothing else', () => {
    const international = mergeCatalog('en', read)
    expect(texts(international)).not.toMatch(/\b(colors?|center|license|labeled|canceled|dialing|ZIP code)\b/i)
    expect(translatorFor('en')('signup.colors')).toBe('Colours')
    expect(translatorFor('en')('contacts.zip')).toBe('Postal code')
    for (const [key, message] of Object.entries(international))
      expect(placeholders(message), key).toEqual(placeholders(american[key] ?? ''))
  })

  test('has a sentence for each code of an issue', () => {
    for (const code of [...draftIssueCodes, ...pendingIssueCodes]) expect(american[`issue.${code}`], code).toBeTruthy()
    for (const code of inputIssueCodes) expect(american[`inputIssue.${code}`], code).toBeTruthy()
    for (const code of Object.keys(settingIssues)) expect(american[`settingIssue.${code}`], code).toBeTruthy()
    for (const code of importIssueCodes) expect(american[`importIssue.${code}`], code).toBeTruthy()
  })

  test('has one sentence for a code: no code is both a draft’s and of another input', () => {
    const others: readonly string[] = inputIssueCodes
    expect(draftIssueCodes.filter((code) => others.includes(code))).toEqual([])
  })
})

describe('French', () => {
  const france = translatorFor('fr-FR')
  const canada = translatorFor('fr-CA')

  test('LANG-1 spaces before punctuation follow the country, and no line breaks there', () => {
    expect(france('login.new')).toBe('Nouveau ici\u202F?')
    expect(canada('login.new')).toBe('Nouveau ici?')
    expect(france('share.subjectOf', { title: 'Avis', name: 'Ada' })).toBe('Avis\u00A0: Ada')
    expect(canada('share.subjectOf', { title: 'Avis', name: 'Ada' })).toBe('Avis\u00A0: Ada')
  })

  test.each(['fr-FR', 'fr-CA'])('%s: the catalog writes those spaces as plain spaces', (language) => {
    for (const [key, message] of Object.entries(read(language))) {
      expect(message.replace(/(https?|smtps?|mailto|tel):/g, ''), key).not.toMatch(
        /[\p{L}\d»})][;!?]|[\p{L}»})]:(?!\d)|«[^ ]|[^ ]»|[\u00A0\u202F]|\.\.\.|'/u,
      )
    }
  })

  test.each(['fr-FR', 'fr-CA'])('%s: a name is never elided: no “de {name}”', (language) => {
    for (const [key, message] of Object.entries(read(language))) {
      expect(message, key).not.toMatch(/\b(de|que|le|la|du|si|jusque) \{(name|place|service|product|owner)\}/)
    }
  })
})
