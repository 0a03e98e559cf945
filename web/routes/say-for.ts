import { everySayer } from '../i18n/account-catalogues.ts'
import { languageOf } from '../i18n/languages.ts'
import type { AccountSay } from '../i18n/say.ts'

/** Says sentences in the language of who asks. */
export const sayFor = (request: Request): AccountSay => everySayer(languageOf(request))
