import { use, useContext } from 'react'
import { laterSayer } from './catalogues.ts'
import { LanguageContext } from './language-context.ts'
import type { LaterSay } from './say.ts'

/** Says every sentence there is; the page waits until they have come. */
export function useLaterSay(): LaterSay {
  const coming: Promise<LaterSay> = laterSayer(useContext(LanguageContext))
  return use(coming)
}
