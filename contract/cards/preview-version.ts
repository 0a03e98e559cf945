import type { Card } from './cards.ts'

/** Under which the picture for chats is kept: another one as soon as the card or the face changes. */
export const previewVersion = ({ revision, pictures }: Pick<Card, 'revision' | 'pictures'>) =>
  `${revision}-${pictures.profile?.revision ?? 0}`

/** Under which the pictures of its home page are kept: they show the background, too. */
export const screenshotVersion = (card: Pick<Card, 'revision' | 'pictures'>) =>
  `${previewVersion(card)}-${card.pictures.background?.revision ?? 0}`
