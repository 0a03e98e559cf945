import type { Catalogue } from './en.ts'
import type { Language } from './languages.ts'
import type { LaterCatalogue } from './later/en.ts'
import { sayIn, type LaterSay, type Say } from './say.ts'

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: async () => (await import('./en.ts')).en,
  'en-US': async () => (await import('./en.ts')).en,
  'fr-CA': async () => (await import('./fr-CA.ts')).frCA,
  'fr-FR': async () => (await import('./fr-FR.ts')).frFR,
  ro: async () => (await import('./ro.ts')).ro,
}
const laterLoaders: Record<Language, () => Promise<LaterCatalogue>> = {
  en: async () => ({ ...(await import('./later/en.ts')).enLater, ...(await import('./en-international.ts')).enInternationalLater }),
  'en-US': async () => (await import('./later/en.ts')).enLater,
  'fr-CA': async () => (await import('./later/fr-CA.ts')).frCALater,
  'fr-FR': async () => (await import('./later/fr-FR.ts')).frFRLater,
  ro: async () => (await import('./later/ro.ts')).roLater,
}

const ready = new Map<Language, Say>()
/** As React reads promises: one that is known to have come is read at once. */
type Coming = Promise<LaterSay> & { status?: 'fulfilled'; value?: LaterSay }
const coming = new Map<Language, Coming>()

/** A browser loads the one it shows, the server all of them, before anything is drawn. */
export async function loadLanguage(language: Language): Promise<void> {
  if (!ready.has(language)) ready.set(language, sayIn(language, await loaders[language]()))
}

/** Before any catalogue is there, a sentence is said by its name. */
const byName: LaterSay = (key) => key

/** What says the sentences of a language that was loaded; English where that is, otherwise. */
export const sayer = (language: Language): Say => ready.get(language) ?? ready.get('en') ?? byName

/** What says every sentence of a card and of its owner’s pages, when it has come; asked for once. */
export function laterSayer(language: Language): Coming {
  const known = coming.get(language)
  if (known) return known
  const asked: Coming = Promise.all([loaders[language](), laterLoaders[language]()]).then(([first, later]) => {
    const value: LaterSay = sayIn(language, { ...first, ...later })
    Object.assign(asked, { status: 'fulfilled', value })
    return value
  })
  coming.set(language, asked)
  // One that did not come is asked for again by whoever needs it next.
  asked.catch(() => coming.delete(language))
  return asked
}
