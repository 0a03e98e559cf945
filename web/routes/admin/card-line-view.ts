import type { CardLine } from '#contract/admin/admin.ts'
import type { CardLineView } from '../../features/admin/admin-view.ts'
import { portraitSrc } from '../../loaders/load-who.ts'
import type { PageRequest } from './admin-loader.ts'

/** A row of the list of cards, and the beginning of a card’s own page. */
export const cardLineView = (
  { picture, createdAt, lastActiveAt, owners, ...card }: CardLine,
  { number, day, recent }: Pick<PageRequest, 'number' | 'day' | 'recent'>,
): CardLineView => ({
  ...card,
  picture: picture === null ? undefined : portraitSrc(card.alias, picture),
  ownerEmails: owners,
  createdAt: day(createdAt),
  contactsText: number(card.contacts),
  viewsText: number(card.views),
  lastActive: lastActiveAt === null ? null : recent(lastActiveAt),
})
