import type { Language } from '../../i18n/languages.ts'

/** Each language by its own name. */
const names: Record<Language, string> = {
  en: 'English',
  'en-US': 'English (US)',
  'fr-CA': 'Français (Canada)',
  'fr-FR': 'Français (France)',
  ro: 'Română',
}

export const nameOfLanguage = (language: Language): string => names[language]
