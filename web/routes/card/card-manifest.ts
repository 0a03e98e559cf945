import type { LoaderFunctionArgs } from 'react-router'
import { problems, type ProblemBody } from '#contract/problem.ts'
import { appManifest } from '../../features/cards/app/app-manifest.ts'
import { themeCss } from '../../features/cards/theme-css.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../translate-for.ts'
import { findCard, openCard } from './shell/open-card.ts'

/** What a browser needs to know of a card to install it, in the language of who asks. It is told of nobody as programs are. */
export async function loader({ request, ...visit }: LoaderFunctionArgs) {
  if (!(await findCard(visit))) return nobody()
  // Without the request: a program is given the file at any spelling of the address.
  const { card } = await openCard(visit)
  const { ground } = themeCss(card)
  const manifest = appManifest(card, { t: translateFor(request), language: requestLanguage(request), ground })
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } })
}

function nobody(): Response {
  const said: ProblemBody = { type: '/problems/card-not-found', ...problems['card-not-found'] }
  return new Response(JSON.stringify(said), { status: said.status, headers: { 'content-type': 'application/problem+json; charset=utf-8' } })
}
