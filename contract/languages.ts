type LanguageRow = {
  /** In the language itself, as the language menu shows it. */
  name: string
  /** The catalog whose messages this language's own catalog overrides. */
  extends?: string
  /** The space before ; ! and ? in this language's typography; catalogs contain a plain one. */
  beforeMarks?: string
}

/** Every language of Carte. A row here and a catalog in `messages/` add one. */
export const languageTable = {
  en: { name: 'English', extends: 'en-US' },
  'en-US': { name: 'English (US)' },
  'fr-CA': { name: 'Français (Canada)', extends: 'fr-FR', beforeMarks: '' },
  'fr-FR': { name: 'Français (France)', beforeMarks: '\u202F' },
  ro: { name: 'Română' },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languageTable
export type LanguageTable = Readonly<Record<string, LanguageRow>>

export const languages = Object.keys(languageTable) as [Language, ...Language[]]
