import { createContext, use, useContext } from 'react'
import { translator, type FindMessage, type Translate } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'
import { loadCatalog } from './load-catalog.ts'

/** The language this page is written in. */
export const LanguageContext = createContext<Language>('en')

/**
 * Translates into the page's language. The build of the browser fills in the part of the catalog that the module needs
 * (`split-messages.ts`); a component waits until that part has come.
 */
export function useTranslate(part = 0): Translate {
  const language = useContext(LanguageContext)
  // The page's own part comes before the page starts.
  return part === 0 ? translatorFor(language) : use(loadMessages(language, part))
}

type Coming = Promise<Translate>
type Loaded = { t: Translate; found: FindMessage[]; parts: Map<number, Coming> }
const loaded = new Map<Language, Loaded>()

/** Translates by what has been loaded: on the server and in tests everything. */
export const translatorFor = (language: Language): Translate => openLanguage(language).t

/** Loads a language up to a part, once; what failed is asked for again the next time. */
export function loadMessages(language: Language, part = 0): Coming {
  const { t, found, parts } = openLanguage(language)
  const known = parts.get(part)
  if (known) return known
  const before = part > 0 ? loadMessages(language, part - 1) : null
  const coming: Coming = Promise.all([loadCatalog(language, part), before]).then(([find]) => {
    found.push(find)
    // React reads a promise with a status at once.
    Object.assign(coming, { status: 'fulfilled', value: t })
    return t
  })
  parts.set(part, coming)
  coming.catch(() => parts.delete(part))
  return coming
}

function openLanguage(language: Language): Loaded {
  const known = loaded.get(language)
  if (known) return known
  const found: FindMessage[] = []
  const find: FindMessage = (key) => found.reduce<ReturnType<FindMessage>>((message, one) => message ?? one(key), undefined)
  const opened = { t: translator(language, find), found, parts: new Map<number, Coming>() }
  loaded.set(language, opened)
  return opened
}
