import { use, useContext } from 'react'
import { laterSayer } from './catalogues.ts'
import { LanguageContext } from './language-context.ts'
import type { LaterSay } from './say.ts'

/** Says every sentence of a card and of its owner's pages; the page waits until they have come. */
export function useLaterSay(): LaterSay {
  const coming: Promise<LaterSay> = laterSayer(useContext(LanguageContext))
  return use(coming)
}
