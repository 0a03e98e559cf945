import type { Language } from '#contract/languages.ts'
import type { VersionNews } from '#contract/cards/releases.ts'
import { inLanguage, type Translated } from './in-language.ts'

type Own = Pick<VersionNews, 'version' | 'date'> & { words: Translated<Pick<VersionNews, 'versionHistory' | 'updates'>> }

/** What each version brought to whoever has a card; the changelog has more, for whoever runs it. The newest first. */
const versions: readonly Own[] = [
  {
    version: '0.1.0',
    date: '2026-11-23',
    words: {
      en: {
        versionHistory: 'The first version.',
        updates: [
          'Your card in four layouts, on phones and desktops, in three languages.',
          'Your card as an app: it opens offline.',
          'Contacts with labels, notes and export, and a notification for every new contact.',
          'Reviews from Zillow beside your own.',
          'Daily visit counts, without cookies.',
        ],
      },
      fr: {
        versionHistory: 'La première version.',
        updates: [
          'Votre carte en quatre présentations, sur téléphone et ordinateur, en trois langues.',
          'Votre carte comme application : elle s’ouvre sans connexion.',
          'Des contacts avec étiquettes, notes et export, et une notification à chaque nouveau contact.',
          'Les avis de Zillow à côté des vôtres.',
          'Des statistiques de visites par jour, sans cookies.',
        ],
      },
      ro: {
        versionHistory: 'Prima versiune.',
        updates: [
          'Cartea ta de vizită în patru șabloane, pe telefon și calculator, în trei limbi.',
          'Cartea ta de vizită ca aplicație: se deschide și fără conexiune.',
          'Contacte cu etichete, note și export, și o notificare la fiecare contact nou.',
          'Recenzii de la Zillow lângă ale tale.',
          'Vizite numărate pe zile, fără cookie-uri.',
        ],
      },
    },
  },
]

/** The versions that the product itself tells of, in the language of who reads. */
export function ourVersions(language: Language): VersionNews[] {
  return versions.map(({ version, date, words }) => ({ version, date, ...inLanguage(words, language) }))
}
