import { readFileSync } from 'node:fs'
import { compileMessage, mergeCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import { translator, type Message, type Translate } from '#common/messages/message.ts'
import { chooseLanguage } from '#common/request-language.ts'
import { languageTable, type Language, type LanguageTable } from '#contract/languages.ts'

const translators = new Map<Language, Translate>()

/** Translates what the server writes itself: mails, notifications, and pages that need no script. */
export function translateTo(language: string): Translate {
  const spoken = chooseLanguage(language)
  const known = translators.get(spoken) ?? translator(spoken, openCatalog(spoken))
  translators.set(spoken, known)
  return known
}

/** A day as a language writes it, such as November 23, 2026. */
export const formatDay = (language: string, day: Date): string =>
  day.toLocaleDateString(chooseLanguage(language), { dateStyle: 'long', timeZone: 'UTC' })

/** A message is compiled when it is first used: the server writes few of them. */
function openCatalog(language: Language): (key: string) => Message | undefined {
  const table: LanguageTable = languageTable
  const catalog = new Map(Object.entries(mergeCatalog(language, readCatalog)))
  const compiled = new Map<string, Message>()
  return (key) => {
    const text = catalog.get(key)
    if (text !== undefined && !compiled.has(key)) compiled.set(key, compileMessage(text, table[language]?.beforeMarks))
    return compiled.get(key)
  }
}

const readCatalog = (language: string): Catalog =>
  JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'))
