import type { Translate } from '#common/messages/message.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translatorFor } from '../i18n/use-translate.ts'

/** Translates into the language a request is answered in. */
export const translateFor = (request: Request): Translate => translatorFor(requestLanguage(request))
