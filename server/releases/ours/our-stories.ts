import type { Language } from '#contract/languages.ts'
import { storyView } from '#contract/cards/release-view.ts'
import type { Story, StoryGroup } from '#contract/cards/releases.ts'
import { pictureHref } from '../picture-key.ts'
import { inLanguage, type Translated } from './in-language.ts'

type Words = Pick<Story, 'title' | 'content'> & { label: string }
type Own = { storyId: string; picture: string; ground: string; isPro?: true; href: string; words: Translated<Words> }

/** The product is called what its operator calls it. */
const heading: Translated<string> = { en: 'What’s new in {product}', fr: 'Nouveautés {product}', ro: 'Noutăți în {product}' }

/** The ground of each is the sky of its drawing: the words stand on it. */
const stories: readonly Own[] = [
  {
    storyId: 'yard-sign',
    picture: 'yard-sign',
    ground: '#cfe0e4',
    href: '/{alias}/home#share',
    words: {
      en: {
        title: 'Print your code on the yard sign',
        content: 'A crisp QR code with your logo in the middle: anyone who stops at the sign gets your card.',
        label: 'Save my QR code',
      },
      fr: {
        title: 'Votre code sur le panneau « À vendre »',
        content: 'Un code QR net avec votre logo au centre : toute personne qui s’arrête devant le panneau obtient votre carte.',
        label: 'Enregistrer mon code QR',
      },
      ro: {
        title: 'Codul tău pe panoul „De vânzare”',
        content: 'Un cod QR clar, cu sigla ta în mijloc: oricine se oprește la panou primește cartea ta de vizită.',
        label: 'Salvează codul meu QR',
      },
    },
  },
  {
    storyId: 'reviews-on-display',
    picture: 'red-door',
    ground: '#efd9bb',
    isPro: true,
    href: '/{alias}/reviews',
    words: {
      en: {
        title: 'Your reviews, always on display',
        content: 'Connect a source once. New reviews appear automatically.',
        label: 'See my reviews',
      },
      fr: {
        title: 'Vos avis, toujours en vitrine',
        content: 'Reliez une source une seule fois. Les nouveaux avis s’affichent automatiquement.',
        label: 'Voir mes avis',
      },
      ro: {
        title: 'Recenziile tale, mereu la vedere',
        content: 'Conectezi o sursă o singură dată. Recenziile noi apar automat pe cartea ta de vizită.',
        label: 'Vezi recenziile mele',
      },
    },
  },
  {
    storyId: 'labelled-contacts',
    picture: 'mailbox',
    ground: '#d9e2da',
    isPro: true,
    href: '/{alias}/my-account',
    words: {
      en: {
        title: 'Every new contact, labeled for you',
        content: 'Name your labels before an open house. New contacts are labeled automatically.',
        label: 'Choose my labels',
      },
      fr: {
        title: 'Chaque nouveau contact, déjà étiqueté',
        content: 'Préparez vos étiquettes avant une journée portes ouvertes. Les nouveaux contacts les reçoivent automatiquement.',
        label: 'Choisir mes étiquettes',
      },
      ro: {
        title: 'Fiecare contact nou, gata etichetat',
        content: 'Pregătește etichetele înaintea unei vizionări. Contactele noi le primesc automat.',
        label: 'Alege etichetele mele',
      },
    },
  },
]

/** The stories that the product brings along, in the language of who reads. */
export function ourStories(language: Language): StoryGroup[] {
  return stories.map(({ storyId, picture, ground, isPro = false, href, words }) => {
    const { title, content, label } = inLanguage(words, language)
    const story: Story = {
      title,
      content,
      url: pictureHref(picture),
      size: 'cover',
      isPro,
      duration: storyView.durationMs,
      ground,
      action: { label, href },
    }
    return { storyId, updateTitle: inLanguage(heading, language), stories: [story] }
  })
}
