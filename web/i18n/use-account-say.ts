import { use, useContext } from 'react'
import { accountSayer } from './account-catalogues.ts'
import { LanguageContext } from './language-context.ts'
import type { AccountSay } from './say.ts'

/** Says every sentence there is, the account host's too; the page waits until they have come. */
export function useAccountSay(): AccountSay {
  const coming: Promise<AccountSay> = accountSayer(useContext(LanguageContext))
  return use(coming)
}
