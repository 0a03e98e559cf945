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

/** The values that a message needs, and the forms it has for them. */
function partsOf(elements: readonly MessageFormatElement[]): Parts {
  const found = elements.map((element): Parts => {
    if (element.type === TYPE.argument) return { names: new Set([element.value]), forms: [] }
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

/** `other` and the plural forms of whole numbers up to a thousand: French has one more, for millions. */
function pluralsOf(language: string): ReadonlySet<string> {
  const rules = new Intl.PluralRules(language)
  return new Set(['other', ...Array.from({ length: 1001 }, (_, count) => rules.select(count))])
}

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

  test('LANG-1 compiles: no other ICU syntax than placeholders, plurals and selects', () => {
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

describe('a sixth language', () => {
  const keys = Object.keys(english)
  const polish: Catalog = {
    ...Object.fromEntries(keys.slice(0, keys.length / 2).map((key) => [key, `po polsku: ${key}`])),
    'home.more': 'jeszcze {count, plural, one {{count} link} few {{count} linki} many {{count} linków} other {{count} linku}}',
    'login.new': 'Nowy użytkownik ?',
  }
  const readWithPolish = (language: string) => (language === 'pl' ? polish : read(language))
  const compile = (row: LanguageTable[string]) => compileCatalog('pl', readWithPolish, { ...languageTable, pl: row })

  test('LANG-1 with half of its messages has the other half from the language it extends', () => {
    const compiled = compile({ name: 'Polski', extends: 'en' })
    const international = compileCatalog('en', read)
    expect(Object.keys(compiled).toSorted()).toEqual(keys.toSorted())
    for (const key of keys.filter((one) => one !== 'home.more')) expect(compiled[key], key).toEqual(polish[key] ?? international[key])
    expect(compiled['story.labelled-contacts.title']).toBe('Every new contact, labelled for you')
  })

  test('LANG-1 follows its own plural rules, in its own messages and in those it inherits', () => {
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

  test('sets the spaces before its marks as its line of the table says', () => {
    const [plain, narrow] = [compile({ name: 'Polski' }), compile({ name: 'Polski', beforeMarks: '\u202F' })]
    expect([plain['login.new'], narrow['login.new']]).toEqual(['Nowy użytkownik ?', 'Nowy użytkownik\u202F?'])
  })

  test('that extends no other shows the keys of messages it lacks', () => {
    const compiled = compile({ name: 'Polski' })
    const lacking = keys.find((key) => !polish[key]) as MessageKey
    expect(translator('pl', (key) => compiled[key])(lacking)).toBe(lacking)
  })
})

test('a value with a placeholder in it is not filled in again', () => {
  expect(translator('en', () => '{name} and {owner}')('back', { name: '{owner}', owner: '{name}' })).toBe('{owner} and {name}')
})
