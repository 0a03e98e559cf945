import type { ReportedCard } from '#contract/admin/abuse.ts'
import { pathTo } from '#common/path-to.ts'

/** The address of a card’s link preview; empty if visitors can’t see the card. */
export const previewOf = ({ isOff, alias, revision }: Pick<ReportedCard, 'isOff' | 'alias' | 'revision'>) =>
  isOff ? '' : pathTo('cards.preview', { alias, version: String(revision) })
