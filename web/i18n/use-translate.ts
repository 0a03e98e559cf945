import { createContext, use, useContext } from 'react'
import { translator, type FindMessage, type Translate } from '#common/messages/message.ts'
import type { Language } from '#contract/languages.ts'
import { loadCatalog } from './load-catalog.ts'

/** The language this page is written in. */
export const LanguageContext = createContext<Language>('en')

/**
 * Translates into the page's language. The browser build fills in the part of the catalog that the module needs (`split-
 * messages.ts`); a component suspends until that part has loaded.
 */
export function useTranslate(part = 0): Translate {
  const language = useContext(LanguageContext)
  // The page's own part loads before hydration.
  return part === 0 ? translatorFor(language) : use(loadMessages(language, part))
}

type Loading = Promise<Translate>
type Loaded = { t: Translate; found: FindMessage[]; parts: Map<number, Loading> }
const loaded = new Map<Language, Loaded>()

/** Translates with what has been loaded: everything on the server and in tests. */
export const translatorFor = (language: Language): Translate => openLanguage(language).t

/** Loads a language up to a part, once. A failed load is retried on the next call. */
export function loadMessages(language: Language, part = 0): Loading {
  const { t, found, parts } = openLanguage(language)
  const known = parts.get(part)
  if (known) return known
  const before = part > 0 ? loadMessages(language, part - 1) : null
  const loading: Loading = Promise.all([loadCatalog(language, part), before]).then(([find]) => {
    found.push(find)
    // React reads a promise with a `status` synchronously.
    void Object.assign(loading, { status: 'fulfilled', value: t })
    return t
  })
  parts.set(part, loading)
  void loading.catch(() => parts.delete(part))
  return loading
}

function openLanguage(language: Language): Loaded {
  const known = loaded.get(language)
  if (known) return known
  const found: FindMessage[] = []
  const find: FindMessage = (key) => found.reduce<ReturnType<FindMessage>>((message, one) => message ?? one(key), undefined)
  const opened = { t: translator(language, find), found, parts: new Map<number, Loading>() }
  loaded.set(language, opened)
  return opened
}
