import { beginningOf } from '#contract/beginning-of.ts'
import { inLanguage } from '#server/in-language.ts'
import type { Contact } from '../tables.ts'

const en = { title: '{name} just connected', somebody: 'Someone', body: 'Tap to view.' }
const fr: typeof en = { title: 'Nouveau contact : {name}', somebody: 'sans nom', body: 'Touchez pour voir le contact.' }
const ro: typeof en = { title: 'Contact nou: {name}', somebody: 'fără nume', body: 'Atinge ca să vezi contactul.' }

/** What an owner's devices show of somebody new: who, and the beginning of what they wrote. */
export function presentContactPush({ fullName, companyName, notes }: Contact, language: string): { title: string; body: string } {
  const words = inLanguage(language, { en, fr, ro })
  return {
    title: words.title.replace('{name}', () => namedInside(fullName) ?? words.somebody),
    body: beginningOf(notes, 200) || companyName || words.body,
  }
}

/** A name as it stands in a sentence, whichever way it is written; null where there is nothing to be seen of it. */
function namedInside(fullName: string): string | null {
  // Signs that turn the letters around would turn those of the sentence, too.
  const name = fullName.replaceAll(/\p{Bidi_Control}/gu, '')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) return null
  return isFromRight.test(name) ? `\u2068${name}\u2069` : name
}

const isFromRight = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
