import type { LoaderFunctionArgs } from 'react-router'
import type { GradeComponent } from '#contract/cards/cards.ts'
import { has } from '#contract/permissions.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../../platform/router-context.ts'
import { loadZillowReviews, type ProviderReviews } from '../load-zillow-reviews.ts'

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** What card pages are rendered from: the card and the request's language. */
export const viewContext = (open: OpenCard, { request, context }: Args) => ({
  open,
  t: translateFor(request),
  site: context.get(siteContext),
  language: requestLanguage(request),
})

/** The provider's reviews, if the card may show them. */
export const loadProviderReviews = async ({ card }: OpenCard, { context }: Args): Promise<ProviderReviews> =>
  has(card.permissions, 'Reviews') ? loadZillowReviews(context.get(apiContext), card) : { agent: null, lender: null }

/** The services' components, such as review links. */
export async function readComponents({ card, address }: OpenCard, { context }: Args): Promise<GradeComponent[]> {
  // A preview's blank card has none.
  if (card.revision === 0) return []
  const version = address.version ? { version: address.version } : {}
  return context
    .get(apiContext)
    .call('cards.components', { query: { subjectId: card.id, templateId: card.gradeServiceTemplateId, ...version } })
}

/** Like `viewContext`, with the data of further calls. */
export async function fullViewContext(open: OpenCard, args: Args) {
  const [components, reviewed] = await Promise.all([readComponents(open, args), loadProviderReviews(open, args)])
  return { ...viewContext(open, args), components, reviewed }
}
