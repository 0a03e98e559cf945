import { redirect } from 'react-router'
import { languages } from '#contract/languages.ts'
import { languageCookie } from '../platform/language.ts'
import { returnUrl } from './return-url.ts'
import { fieldOf } from './submit-form.ts'

/** Answers the form of the language menu: sets the language of this device, and returns to the page. */
export function chooseLanguage(form: FormData): Response {
  const language = languages.find((known) => known === fieldOf(form, 'language'))
  return redirect(returnUrl(fieldOf(form, 'returnUrl'), '/'), language ? { headers: { 'set-cookie': languageCookie(language) } } : {})
}
