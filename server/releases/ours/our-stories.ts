import type { Language } from '#contract/languages.ts'
import { storyView } from '#contract/cards/release-view.ts'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { translateTo } from '#server/messages.ts'
import { pictureHref } from '../picture-key.ts'

/** The ground of each is the sky of its drawing: the words stand on it. */
const stories = [
  { storyId: 'yard-sign', picture: 'yard-sign', ground: '#cfe0e4', isPro: false, href: '/{alias}/home#share' },
  { storyId: 'reviews-on-display', picture: 'red-door', ground: '#efd9bb', isPro: true, href: '/{alias}/reviews' },
  { storyId: 'labelled-contacts', picture: 'mailbox', ground: '#d9e2da', isPro: true, href: '/{alias}/my-account' },
] as const

/** The stories that the product brings along. In the heading {product} stays, as in an operator's. */
export function ourStories(language: Language): StoryGroup[] {
  const t = translateTo(language)
  return stories.map(({ storyId, picture, href, ...story }) => ({
    storyId,
    updateTitle: t('story.heading'),
    stories: [
      {
        ...story,
        title: t(`story.${storyId}.title`),
        content: t(`story.${storyId}.content`),
        url: pictureHref(picture),
        size: 'cover',
        duration: storyView.durationMs,
        action: { label: t(`story.${storyId}.button`), href },
      },
    ],
  }))
}
