import { everySayer } from '../../i18n/catalogues.ts'
import { languageOf } from '../../i18n/languages.ts'
import type { LaterSay } from '../../i18n/say.ts'

/** Says sentences in the language of who asks. */
export const sayFor = (request: Request): LaterSay => everySayer(languageOf(request))
