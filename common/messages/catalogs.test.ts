import { readFileSync } from 'node:fs'
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, test } from 'vitest'
import { languages, languageTable, type LanguageTable } from '#contract/languages.ts'
import { compileCatalog, mergeCatalog, type Catalog } from './compile-catalog.ts'
import { translator, type MessageKey } from './message.ts'

const table: LanguageTable = languageTable
const textOf = (language: string) => readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8')
const read = (language: string): Catalog => JSON.parse(textOf(language))
const english = read('en-US')

type Form = { name: string; kind: 'plural' | 'select'; options: readonly string[] }
type Parts = { names: ReadonlySet<string>; forms: readonly Form[] }

/** The placeholders of a message, and its plural and select forms. */
function partsOf(elements: readonly MessageFormatElement[]): Parts {
  const found = elements.map((element): Parts => {
    if (element.type === TYPE.argument) return { names: new Set([element.value]), forms: [] }
    if (element.type === TYPE.number) return { names: new Set([`${element.value}, number`]), forms: [] }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return { names: new Set(), forms: [] }
    const inside = partsOf(Object.values(element.options).flatMap(({ value }) => value))
    const form = {
      name: element.value,
      kind: element.type === TYPE.plural ? 'plural' : 'select',
      options: Object.keys(element.options),
    } as const
    return { names: new Set([element.value, ...inside.names]), forms: [form, ...inside.forms] }
  })
  return { names: new Set(found.flatMap(({ names }) => [...names])), forms: found.flatMap(({ forms }) => forms) }
}

/** A plural whose singular lacks a placeholder that the plural has, such as the number itself. */
function lacksNumber(element: MessageFormatElement): boolean {
  if (element.type === TYPE.select) return Object.values(element.options).some(({ value }) => value.some(lacksNumber))
  if (element.type !== TYPE.plural) return false
  const { one, other } = element.options
  return !!one && !!other && [...partsOf(other.value).names].some((name) => !partsOf(one.value).names.has(name))
}

/** `other` and the plural forms of integers up to 1000: French has another form, for millions. */
function pluralsOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language)
  return new Set(['other', ...Array.from({ length: 1001 }, (_, count) => rules.select(count))])
}

test('a number with a style fails the build', () => {
  expect(() => compileCatalog('en-US', () => ({ share: '{n, number, percent}' }))).toThrow('messages/en-US.json: “share”')
})

describe.each(languages)('messages/%s.json', (language) => {
  const own = read(language)
  const base = table[language]?.extends

  test('LANG-1 has the keys of en-US, each once', () => {
    const keys = Object.keys(own)
    expect(textOf(language).match(/^ {2}"/gm)).toHaveLength(keys.length)
    expect(keys.filter((key) => !Object.hasOwn(english, key))).toEqual([])
    const required = base ? [] : Object.keys(english)
    expect(required.filter((key) => !Object.hasOwn(own, key))).toEqual([])
  })

  test('repeats nothing of the catalog it extends', () => {
    const inherited = base ? mergeCatalog(base, read) : {}
    expect(Object.keys(own).filter((key) => own[key] === inherited[key])).toEqual([])
  })

  test('LANG-1 compiles: only placeholders, plain numbers, plurals and selects', () => {
    expect(Object.keys(compileCatalog(language, read))).toHaveLength(Object.keys(english).length)
  })

  test('LANG-1 has the placeholders of en-US, and the plural forms of its language', () => {
    const plurals = pluralsOf(language)
    for (const [key, text] of Object.entries(own)) {
      const [parts, expected] = [partsOf(parse(text, { ignoreTag: true })), partsOf(parse(english[key] ?? '', { ignoreTag: true }))]
      expect(parts.names, key).toEqual(expected.names)
      for (const { name, kind, options } of parts.forms) {
        const choices = expected.forms.find((form) => form.name === name && form.kind === kind)?.options
        expect(new Set(options.filter((option) => !option.startsWith('='))), key).toEqual(kind === 'plural' ? plurals : new Set(choices))
      }
    }
  })

  test('has typographic apostrophes and plain spaces', () => {
    for (const [key, text] of Object.entries(own)) expect(text, key).not.toMatch(/['\u00A0\u202F]/)
  })
})

describe('French', () => {
  const french = ['fr-FR', 'fr-CA'].map((language) => [language, read(language)] as const)
  const messages = french.flatMap(([language, own]) => Object.entries(own).map(([key, text]) => ({ key: `${language} ${key}`, text })))
  const matching = (wrong: RegExp) => messages.filter(({ text }) => wrong.test(text)).map(({ key }) => key)

  test('has a space before ; : ! ? and inside quotes, and one character for an ellipsis', () => {
    const schemes = /\b(https?|mailto|tel):/
    const unspaced = messages.filter(({ text }) => /[^\s;:!?][;:!?](?=\s|\}|$)/.test(text.replaceAll(new RegExp(schemes, 'g'), '')))
    expect(unspaced.map(({ key }) => key)).toEqual([])
    expect(matching(/«(?! )|(?<! )»|\.\.\./)).toEqual([])
  })

  test('never breaks a line before punctuation or inside quotes', () => {
    for (const [language] of french) {
      const compiled = JSON.stringify(compileCatalog(language, read))
      expect(compiled.match(/.{9} [;:!?»]|« .{9}/g) ?? [], language).toEqual([])
      expect(/\u202F/.test(compiled), language).toBe(language === 'fr-FR')
    }
  })

  test('puts no word that elides or agrees before a name', () => {
    const numbersAndDates = /\b(by|count|date|day|from|number|phone|to|was|when)\b/
    const names = messages.filter(({ text }) =>
      [...text.matchAll(/\b(?:de|du|le|la|que|si|ce|jusque|au) \{(\w+)\}/gi)].some(([, name = '']) => !numbersAndDates.test(name)),
    )
    expect(names.map(({ key }) => key)).toEqual([])
  })

  test('writes the number in the singular, which is also the form for 0', () => {
    const neverZero = new Set([
      'admin.refused.times',
      'analytics.last',
      'dashboard.connection',
      'dashboard.publish',
      'editor.links.forget',
      'signup.finishWithout',
    ])
    const lacking = messages.filter(({ text }) => parse(text, { ignoreTag: true }).some(lacksNumber))
    expect(new Set(lacking.map(({ key }) => key.slice(6)))).toEqual(neverZero)
  })
})

describe('Romanian', () => {
  const romanian = read('ro')
  const matching = (wrong: RegExp) => Object.keys(romanian).filter((key) => wrong.test(romanian[key] ?? ''))

  test('calls a card “carte de vizită”, never a book or a bank card', () => {
    const owner = '(?: (?:mea|ta|noastră|mele|tale|ale tale|sale))?'
    expect(
      matching(
        new RegExp(`(?<!\\p{L}|npm run |restart )(?:carte|cartea|cărți|cărții|cărțile|cărților)(?!\\p{L})(?!${owner} de vizită)`, 'iu'),
      ),
    ).toEqual(['signature.body'])
    expect(matching(/\bcard(ul|uri|urile|ului|urilor)?\b/i)).toEqual(['admin.taken.picture', 'mail.payment-failed.body'])
  })

  test('addresses the reader as “tu”, and gives names no case and no gender', () => {
    expect(matching(/dumneavoastră|vă rugăm|\bați\b|\blui \{/)).toEqual([])
  })

  test('has commas below letters, a true ellipsis, and no space before punctuation', () => {
    expect(matching(/[ŞşŢţ]|\.\.\.| [:;!?…]/)).toEqual([])
  })

  test('has “de” between a number and a noun from 20 on', () => {
    const t = translator('ro', (key) => compileCatalog('ro', read)[key])
    const links = [0, 1, 2, 19, 20, 101, 119, 120].map((count) => t('signature.cutLinks', { count }))
    expect(links).toEqual([
      '0 linkuri',
      '1 link',
      '2 linkuri',
      '19 linkuri',
      '20 de linkuri',
      '101 linkuri',
      '119 linkuri',
      '120 de linkuri',
    ])
    expect(matching(/(one|few) \{[^{}]*\{\w+\} de \p{L}/u)).toEqual([])
    expect(Object.entries(romanian).filter(([, text]) => !text.includes('plural') && /\{\w+\} de (?!la |pe )/.test(text))).toEqual([])
  })
})

describe('a sixth language', () => {
  const keys = Object.keys(english)
  const polish: Catalog = {
    ...Object.fromEntries(keys.slice(0, keys.length / 2).map((key) => [key, `po polsku: ${key}`])),
    'home.more': 'jeszcze {count, plural, one {{count} link} few {{count} linki} many {{count} linków} other {{count} linku}}',
    'login.new': 'Nowy użytkownik ?',
  }
  const readWithPolish = (language: string) => (language === 'pl' ? polish : read(language))
  const compile = (row: LanguageTable[string]) => compileCatalog('pl', readWithPolish, { ...languageTable, pl: row })

  test('LANG-1 takes missing messages from the language it extends', () => {
    const compiled = compile({ name: 'Polski', extends: 'en' })
    const international = compileCatalog('en', read)
    expect(Object.keys(compiled).toSorted()).toEqual(keys.toSorted())
    for (const key of keys.filter((one) => one !== 'home.more')) expect(compiled[key], key).toEqual(polish[key] ?? international[key])
    expect(compiled['story.labeled-contacts.title']).toBe('Every new contact, labelled for you')
  })

  test('LANG-1 applies its own plural rules to its own and inherited messages', () => {
    const compiled = compile({ name: 'Polski', extends: 'en' })
    const t = translator('pl', (key) => compiled[key])
    expect([1, 3, 5, 22].map((count) => t('home.more', { count }))).toEqual([
      'jeszcze 1 link',
      'jeszcze 3 linki',
      'jeszcze 5 linków',
      'jeszcze 22 linki',
    ])
    const inherited = keys.find((key) => !polish[key] && english[key]?.startsWith('{count, plural, one')) as MessageKey
    const inEnglish = translator('en', (key) => compiled[key])
    for (const count of [1, 5]) expect(t(inherited, { count })).toBe(inEnglish(inherited, { count }))
  })

  test('sets the spaces before punctuation as its row of the table specifies', () => {
    const [plain, narrow] = [compile({ name: 'Polski' }), compile({ name: 'Polski', beforeMarks: '\u202F' })]
    expect([plain['login.new'], narrow['login.new']]).toEqual(['Nowy użytkownik ?', 'Nowy użytkownik\u202F?'])
  })

  test('that extends no other shows the keys of missing messages', () => {
    const compiled = compile({ name: 'Polski' })
    const lacking = keys.find((key) => !polish[key]) as MessageKey
    expect(translator('pl', (key) => compiled[key])(lacking)).toBe(lacking)
  })
})

test('a placeholder inside a value is not filled in', () => {
  expect(translator('en', () => '{name} and {owner}')('back', { name: '{owner}', owner: '{name}' })).toBe('{owner} and {name}')
})
