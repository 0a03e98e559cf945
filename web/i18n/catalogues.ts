import type { Catalogue } from './en.ts'
import type { Language } from './languages.ts'
import { sayIn, type Say } from './say.ts'

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  'en-US': async () => (await import('./en-US.ts')).enUS,
  'fr-CA': async () => (await import('./fr-CA.ts')).frCA,
  'fr-FR': async () => (await import('./fr-FR.ts')).frFR,
  ro: async () => (await import('./ro.ts')).ro,
}

const ready = new Map<Language, Say>()

/** A browser loads the one it shows, the server all of them, before anything is drawn. */
export async function loadLanguage(language: Language): Promise<void> {
  if (!ready.has(language)) ready.set(language, sayIn(language, await loaders[language]()))
}

/** Before any catalogue is there, a sentence is said by its name. */
const byName: Say = (key) => key

/** What says the sentences of a language that was loaded; English where that is, otherwise. */
export const sayer = (language: Language): Say => ready.get(language) ?? ready.get('en') ?? byName
