import type { LoaderFunctionArgs } from 'react-router'
import { shareOf } from '../../features/cards/frame/frame-view.ts'
import { sharedCard, type SharedCard } from '../../features/share/shared-card.ts'
import { siteContext } from '../../platform/router-context.ts'
import { findCard, isOpen } from '../card/shell/open-card.ts'
import { translateFor } from '../translate-for.ts'

/** The card as its owner shares it; null while visitors can't open it, or if it can't be read. */
export async function loadShared(
  { context, request }: Pick<LoaderFunctionArgs, 'context' | 'request'>,
  alias: string,
): Promise<SharedCard | null> {
  const found = await findCard({ params: { alias }, context }).catch(() => null)
  const card = found?.answer['{product}']
  if (!card || !isOpen(card)) return null
  const link = `${context.get(siteContext).publicUrl}/${card.alias}`
  return sharedCard(card, { alias: card.alias }, { link, ...shareOf(card, link, translateFor(request)) }, true)
}
