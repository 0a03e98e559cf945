import type { LoaderFunctionArgs } from 'react-router'
import type { GradeComponent } from '#contract/cards/cards.ts'
import { has } from '#contract/permissions.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../translate-for.ts'
import { apiContext, siteContext } from '../../../platform/provided.ts'
import { askZillow, type Reviewed } from '../ask-zillow.ts'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** What the pages of a card are rendered from: the card, and the language of this request. */
export const viewContext = (open: OpenCard, { request, context }: Args) => ({
  open,
  t: translateFor(request),
  site: context.get(siteContext),
  language: requestLanguage(request),
})

/** The reviews of an outside provider; it is not asked for a card that may not show them. */
export const reviewedOf = async ({ card }: OpenCard, { context }: Args): Promise<Reviewed> =>
  has(card.permissions, 'Reviews') ? askZillow(context.get(apiContext), card) : { agent: null, lender: null }

/** What belongs to the services of a card beyond their links, such as where reviews are written. */
export async function readComponents({ card, address }: OpenCard, { context }: Args): Promise<GradeComponent[]> {
  // The blank card of a preview has none.
  if (card.revision === 0) return []
  const version = address.version ? { version: address.version } : {}
  return context
    .get(apiContext)
    .call('cards.components', { query: { subjectId: card.id, templateId: card.gradeServiceTemplateId, ...version } })
}

/** The same with what needs further calls. */
export async function fullViewContext(open: OpenCard, args: Args) {
  const [components, reviewed] = await Promise.all([readComponents(open, args), reviewedOf(open, args)])
  return { ...viewContext(open, args), components, reviewed }
}
