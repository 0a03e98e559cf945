import type { Language } from '#contract/languages.ts'
import { storyView } from '#contract/cards/release-view.ts'
import type { StoryGroup } from '#contract/cards/releases.ts'
import { translateTo } from '#server/common/messages.ts'
import { pictureHref } from '../picture-key.ts'

/** The ground is the background color of the text: the sky of the picture. */
const stories = [
  { storyId: 'yard-sign', picture: 'yard-sign', ground: '#cfe0e4', isPro: false, href: '/{alias}/home#share' },
  { storyId: 'reviews-on-display', picture: 'red-door', ground: '#efd9bb', isPro: true, href: '/{alias}/reviews' },
  { storyId: 'labeled-contacts', picture: 'mailbox', ground: '#d9e2da', isPro: true, href: '/{alias}/my-account' },
] as const

/** The built-in stories. `{product}` in the heading is replaced later, as in published stories. */
export function builtInStories(language: Language): StoryGroup[] {
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
