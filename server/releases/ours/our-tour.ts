import type { Language } from '#contract/languages.ts'
import type { TourStep } from '#contract/cards/releases.ts'
import { inLanguage, type Translated } from './in-language.ts'

/** In the order a new owner needs them. A target is named by the part of the page that carries it. */
const steps: readonly { target: string; words: Translated<Omit<TourStep, 'target'>> }[] = [
  {
    target: 'dock-share',
    words: {
      en: { title: 'Share your card', content: 'A text, an e-mail, a code to scan: this is the quickest way to somebody’s phone.' },
      fr: {
        title: 'Partagez votre carte',
        content: 'Un SMS, un e-mail ou un code à scanner : le plus rapide pour arriver sur un téléphone.',
      },
      ro: {
        title: 'Distribuie cartea ta de vizită',
        content: 'Un SMS, un e-mail sau un cod de scanat: cea mai rapidă cale către telefonul cuiva.',
      },
    },
  },
  {
    target: 'dock-contacts',
    words: {
      en: { title: 'Your contacts', content: 'Everyone who connects with you appears here, with labels and your notes.' },
      fr: {
        title: 'Vos contacts',
        content: 'Vos contacts arrivent ici, avec leurs étiquettes et vos notes.',
      },
      ro: { title: 'Contactele tale', content: 'Contactele noi ajung aici, cu etichete și notele tale.' },
    },
  },
  {
    target: 'account',
    words: {
      en: { title: 'Your account', content: 'See your plan and your visits, and choose what the card asks visitors.' },
      fr: {
        title: 'Votre compte',
        content: 'Consultez votre abonnement et vos statistiques, et choisissez ce que la carte demande aux visiteurs.',
      },
      ro: { title: 'Contul tău', content: 'Vezi abonamentul și statisticile și alege ce întreabă cartea ta de vizită.' },
    },
  },
  {
    target: 'menu',
    words: {
      en: { title: 'Everything on your card', content: 'The menu has your pages, what’s new, and help.' },
      fr: {
        title: 'Tout ce que votre carte contient',
        content: 'Le menu contient vos pages, les nouveautés et l’aide.',
      },
      ro: { title: 'Tot ce are cartea ta de vizită', content: 'În meniu găsești paginile tale, noutățile și ajutorul.' },
    },
  },
]

/** The tour that the product brings along, in the language of who reads. */
export function ourTour(language: Language): TourStep[] {
  return steps.map(({ target, words }) => ({ target, ...inLanguage(words, language) }))
}
