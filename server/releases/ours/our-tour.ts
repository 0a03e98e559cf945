import type { Language } from '#contract/constants.ts'
import type { TourStep } from '#contract/releases.ts'
import { inLanguage, type Translated } from './in-language.ts'

/** In the order a new owner needs them. A target is named by the part of the page that carries it. */
const steps: readonly { target: string; words: Translated<Omit<TourStep, 'target'>> }[] = [
  {
    target: 'dock-share',
    words: {
      en: { title: 'Share your card', content: 'A text, an e-mail, a code to scan: this is the quickest way to somebody’s phone.' },
      fr: {
        title: 'Partagez votre carte',
        content: 'Un message, un e-mail, un code à scanner : le chemin le plus court vers un téléphone.',
      },
      ro: { title: 'Trimite-ți cartea', content: 'Un mesaj, un e-mail, un cod de scanat: drumul cel mai scurt spre telefonul cuiva.' },
    },
  },
  {
    target: 'dock-contacts',
    words: {
      en: { title: 'Who left their details', content: 'Everybody who connects with you arrives here, with labels and your notes.' },
      fr: {
        title: 'Qui a laissé ses coordonnées',
        content: 'Tous ceux qui se connectent avec vous arrivent ici, avec étiquettes et notes.',
      },
      ro: { title: 'Cine și-a lăsat datele', content: 'Toți cei care se conectează cu tine ajung aici, cu etichete și notele tale.' },
    },
  },
  {
    target: 'account',
    words: {
      en: { title: 'Your side of the door', content: 'Open your account, see your plan and your visits, and decide what the card asks.' },
      fr: {
        title: 'Votre côté de la porte',
        content: 'Ouvrez votre compte, voyez votre forfait et vos visites, décidez ce que la carte demande.',
      },
      ro: { title: 'Partea ta de ușă', content: 'Deschide contul, vezi planul și vizitele și hotărăște ce întreabă cartea.' },
    },
  },
  {
    target: 'menu',
    words: {
      en: { title: 'Everything on your card', content: 'The menu has your pages, what is new, and help when you look for something.' },
      fr: {
        title: 'Tout ce que votre carte contient',
        content: 'Le menu mène à vos pages, aux nouveautés et à l’aide quand vous cherchez.',
      },
      ro: { title: 'Tot ce are cartea ta', content: 'Meniul duce la paginile tale, la noutăți și la ajutor când cauți ceva.' },
    },
  },
]

/** The tour that the product brings along, in the language of who reads. */
export function ourTour(language: Language): TourStep[] {
  return steps.map(({ target, words }) => ({ target, ...inLanguage(words, language) }))
}
