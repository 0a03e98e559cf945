import { readFileSync } from 'node:fs'
import { lazyCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import { translator, type Translate } from '#common/messages/message.ts'
import { chooseLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'

const translators = new Map<Language, Translate>()

/** Translates what the server writes itself: mails, notifications, and pages that need no script. */
export function translateTo(language: string): Translate {
  const spoken = chooseLanguage(language)
  const known = translators.get(spoken) ?? translator(spoken, lazyCatalog(spoken, readCatalog))
  translators.set(spoken, known)
  return known
}

/** A day as a language writes it, such as November 23, 2026. */
export const formatDay = (language: string, day: Date): string =>
  day.toLocaleDateString(chooseLanguage(language), { dateStyle: 'long', timeZone: 'UTC' })

const readCatalog = (language: string): Catalog =>
  JSON.parse(readFileSync(new URL(`../messages/${language}.json`, import.meta.url), 'utf8'))
