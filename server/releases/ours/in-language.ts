import type { Language } from '#contract/languages.ts'

/** The same words three times: English stands for both of its kinds, and so does French. */
export type Translated<T> = { en: T; fr: T; ro: T }

export function inLanguage<T>(words: Translated<T>, language: Language): T {
  if (language === 'ro') return words.ro
  return language.startsWith('fr') ? words.fr : words.en
}
