import { sayer } from '../../i18n/catalogues.ts'
import { chooseLanguage } from '../../i18n/languages.ts'
import type { Say } from '../../i18n/say.ts'

/** Says sentences in the language of who asks. */
export const sayFor = (request: Request): Say => sayer(chooseLanguage(request.headers.get('accept-language')))
