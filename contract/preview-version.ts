import type { Card } from './cards.ts'

/** Under which the picture for chats is kept: another one as soon as the card or the face changes. */
export const previewVersion = ({ revision, pictures }: Pick<Card, 'revision' | 'pictures'>) =>
  `${revision}-${pictures.profile?.revision ?? 0}`
