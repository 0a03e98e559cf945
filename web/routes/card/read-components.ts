import type { LoaderFunctionArgs } from 'react-router'
import type { GradeComponent } from '#contract/cards/cards.ts'
import type { OpenCard } from '../../features/cards/frame/frame-view.ts'
import { apiContext } from '../../platform/provided.ts'

/** What belongs to the services of a card beyond their links, such as where reviews are written. */
export async function readComponents({ card, address }: OpenCard, context: LoaderFunctionArgs['context']): Promise<GradeComponent[]> {
  // The empty card of a preview has none.
  if (card.revision === 0) return []
  const version = address.version ? { version: address.version } : {}
  return context
    .get(apiContext)
    .call('cards.components', { query: { subjectId: card.id, templateId: card.gradeServiceTemplateId, ...version } })
}
