import type { LoaderFunctionArgs } from 'react-router'
import { has } from '#contract/permissions.ts'
import type { OpenCard } from '../../../features/cards/frame/frame-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../translate-for.ts'
import { apiContext, siteContext } from '../../../platform/provided.ts'
import { askZillow, type Reviewed } from '../ask-zillow.ts'
import { readComponents } from '../read-components.ts'

type Asked = Pick<LoaderFunctionArgs, 'request' | 'context'>

/** What the pages of a card are drawn from, for who asks. */
export const givenFor = (open: OpenCard, { request, context }: Asked) => ({
  open,
  t: translateFor(request),
  site: context.get(siteContext),
  language: requestLanguage(request),
})

/** What the provider of reviews says; nobody is asked for what the card may not show. */
export const reviewedOf = async ({ card }: OpenCard, { context }: Asked): Promise<Reviewed> =>
  has(card.permissions, 'Reviews') ? askZillow(context.get(apiContext), card) : { agent: null, lender: null }

/** The same with all that may have to be asked for. */
export async function allGivenFor(open: OpenCard, args: Asked) {
  const [components, reviewed] = await Promise.all([readComponents(open, args.context), reviewedOf(open, args)])
  return { ...givenFor(open, args), components, reviewed }
}
