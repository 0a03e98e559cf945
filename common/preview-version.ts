import type { Card } from '#contract/cards/cards.ts'

/** The version in the link preview's address; it changes with the card or the profile photo. */
export const previewVersion = ({ revision, pictures }: Pick<Card, 'revision' | 'pictures'>) =>
  `${revision}-${pictures.profile?.revision ?? 0}`

/** The version in the screenshots' addresses; it also changes with the background. */
export const screenshotVersion = (card: Pick<Card, 'revision' | 'pictures'>) =>
  `${previewVersion(card)}-${card.pictures.background?.revision ?? 0}`
