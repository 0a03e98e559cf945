import type { LoaderFunctionArgs } from 'react-router'
import { problems, type ProblemBody } from '#contract/problem.ts'
import { appManifest } from '../../features/cards/app/app-manifest.ts'
import { themeCss } from '../../features/cards/theme-css.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { findCard, openCard } from '../../loaders/open-card.ts'

/** The card's web app manifest, in the request's language. Browsers fetch it without credentials. */
export async function loader({ request, ...visit }: LoaderFunctionArgs) {
  if (!(await findCard(visit))) return anonymous()
  // Without the request, so that other spellings of the address don't redirect.
  const { card } = await openCard(visit)
  const { ground } = themeCss(card)
  const manifest = appManifest(card, { t: translateFor(request), language: requestLanguage(request), ground })
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } })
}

function anonymous(): Response {
  const problem: ProblemBody = { type: '/problems/card-not-found', ...problems['card-not-found'] }
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  })
}
