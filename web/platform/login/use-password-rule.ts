import { missingInPassword } from '#common/missing-in-password.ts'
import { useContext } from 'react'
import { LanguageContext, useTranslate } from '../../i18n/use-translate.ts'

/** The rule for a new password in words, and what a typed one still lacks. */
export function usePasswordRule() {
  const t = useTranslate()
  const language = useContext(LanguageContext)
  const partNames = {
    length: t('login.passwordPart.length'),
    upper: t('login.passwordPart.upper'),
    lower: t('login.passwordPart.lower'),
    digit: t('login.passwordPart.digit'),
  }
  return {
    text: t('login.passwordRule'),
    met: t('login.passwordMet'),
    missingIn(typed: string) {
      const missing = missingInPassword(typed).map((part) => partNames[part])
      return missing.length === 0 ? '' : t('login.passwordMissing', { parts: new Intl.ListFormat(language).format(missing) })
    },
  }
}
