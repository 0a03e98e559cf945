import type { AccountKey } from './account/account-en.ts'
import type { Plural, WordKey } from './en.ts'
import type { Language } from './languages.ts'
import type { LaterKey } from './later/en.ts'

export type Facts = { team?: boolean; count?: number; [name: string]: string | number | boolean | undefined }
export type Say = (key: WordKey, facts?: Facts) => string
export type AnyWordKey = WordKey | LaterKey
export type EveryKey = AnyWordKey | AccountKey
/** Says every sentence of a card and of its owner’s pages. */
export type LaterSay = (key: AnyWordKey, facts?: Facts) => string
/** Says every sentence there is, the account host’s too. */
export type AccountSay = (key: EveryKey, facts?: Facts) => string

/** Says sentences of one catalogue. A key nobody knows is said as it stands. */
export function sayIn<Key extends string>(
  language: Language,
  catalogue: Record<Key, string | Plural>,
): (key: Key, facts?: Facts) => string {
  const plurals = new Intl.PluralRules(language)
  const words: Record<string, string | Plural | undefined> = catalogue
  const thinSpace = { 'fr-FR': '\u202F', 'fr-CA': '' }[language as string]

  return (key, facts = {}) => {
    const found = (facts.team ? words[`${key}.team`] : undefined) ?? words[key] ?? key
    const sentence = typeof found === 'string' ? found : pick(found, plurals.select(facts.count ?? 0))
    const spaced = thinSpace === undefined ? sentence : spaceFrench(sentence, thinSpace)
    return spaced.replace(/\{(\w+)\}/g, (hole, name: string) => (facts[name] === undefined ? hole : String(facts[name])))
  }
}

const pick = (plural: Plural, category: Intl.LDMLPluralRule) =>
  (category === 'one' || category === 'few' ? plural[category] : undefined) ?? plural.other

/** The catalogues have plain spaces. French sets a thin one before ; ! and ?, Canada none; no line breaks before a colon or inside quotes. */
const spaceFrench = (sentence: string, thinSpace: string) =>
  sentence.replace(/ (?=[;!?])/g, thinSpace).replace(/ (?=[:»])|(?<=«) /g, '\u00A0')
