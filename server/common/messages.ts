import { readFileSync } from 'node:fs'
import { formatDate } from '#common/format-date.ts'
import { lazyCatalog, type Catalog } from '#common/messages/compile-catalog.ts'
import { translator, type Translate } from '#common/messages/message.ts'
import { chooseLanguage } from '#common/request-language.ts'
import type { Language } from '#contract/languages.ts'

const translators = new Map<Language, Translate>()

/** Translates what the server writes itself: mails, notifications, and pages that need no script. */
export function translateTo(language: string): Translate {
  const supported = chooseLanguage(language)
  const known = translators.get(supported) ?? translator(supported, lazyCatalog(supported, readCatalog))
  translators.set(supported, known)
  return known
}

/** A day in a language's long form, such as November 23, 2026. */
export const formatDay = (language: string, day: Date): string =>
  formatDate(new Intl.DateTimeFormat(chooseLanguage(language), { dateStyle: 'long', timeZone: 'UTC' }), day)

const readCatalog = (language: string): Catalog =>
  JSON.parse(readFileSync(new URL(`../../messages/${language}.json`, import.meta.url), 'utf8'))
