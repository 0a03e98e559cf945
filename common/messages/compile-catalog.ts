import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { hoistSelectors } from '@formatjs/icu-messageformat-parser/manipulator.js'
import { languageTable, type LanguageTable } from '#contract/languages.ts'
import type { FindMessage, Message, Messages } from './message.ts'

export type Catalog = Readonly<Record<string, string>>
type ReadCatalog = (language: string) => Catalog

/** A language's messages in ICU syntax; missing ones come from the catalog it extends. */
export function mergeCatalog(language: string, read: ReadCatalog, table: LanguageTable = languageTable): Catalog {
  const base = table[language]?.extends
  return { ...(base ? mergeCatalog(base, read, table) : {}), ...read(language) }
}

export function compileCatalog(language: string, read: ReadCatalog, table: LanguageTable = languageTable): Messages {
  const compiled = Object.entries(mergeCatalog(language, read, table)).map(([key, text]) => {
    try {
      return [key, compileMessage(text, table[language]?.beforeMarks)]
    } catch (cause) {
      throw new Error(`messages/${language}.json: “${key}” is not a valid ICU message: ${text}`, { cause })
    }
  })
  return Object.fromEntries(compiled)
}

/** A catalog that compiles each message on first use, because the server uses few of them. */
export function lazyCatalog(language: string, read: ReadCatalog, table: LanguageTable = languageTable): FindMessage {
  const catalog = new Map(Object.entries(mergeCatalog(language, read, table)))
  const compiled = new Map<string, Message>()
  return (key) => {
    const text = catalog.get(key)
    if (text !== undefined && !compiled.has(key)) compiled.set(key, compileMessage(text, table[language]?.beforeMarks))
    return compiled.get(key)
  }
}

/** Compiles ICU syntax to a form that browsers fill in without a parser. A plural or select inside a sentence becomes whole sentences. */
function compileMessage(text: string, beforeMarks?: string): Message {
  const compile = (elements: MessageFormatElement[]): Message => {
    const [first] = elements
    if (first?.type === TYPE.select || first?.type === TYPE.plural) {
      if ('by' in first.options || (first.type === TYPE.plural && (first.pluralType !== 'cardinal' || first.offset !== 0)))
        throw new Error('no ordinals, no offsets, no form named “by”')
      const forms = Object.entries(first.options).map(([form, { value }]) => [form.replace(/^=/, ''), compile(value)])
      return { by: first.value, ...Object.fromEntries(forms) }
    }
    return elements.map((element) => (element.type === TYPE.literal ? space(element.value) : placeholder(element))).join('')
  }
  const space = (literal: string) => (beforeMarks === undefined ? literal : spaceFrench(literal, beforeMarks))
  return compile(hoistSelectors(parse(text, { ignoreTag: true })))
}

function placeholder(element: MessageFormatElement): string {
  if (element.type === TYPE.argument) return `{${element.value}}`
  if (element.type === TYPE.number && !element.style) return `{${element.value}#}`
  throw new Error('only placeholders, numbers without a style, plurals and selects are supported')
}

/** Prevents line breaks before punctuation and inside quotes; the space before ; ! and ? differs by country. */
const spaceFrench = (sentence: string, beforeMarks: string) =>
  sentence.replace(/ (?=[;!?])/g, beforeMarks).replace(/ (?=[:»])|(?<=«) /g, '\u00A0')
