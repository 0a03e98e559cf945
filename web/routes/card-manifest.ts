import type { LoaderFunctionArgs } from 'react-router'
import { appManifest } from '../features/cards/app-manifest.ts'
import { themeCss } from '../features/cards/theme-css.ts'
import { languageOf } from '../i18n/languages.ts'
import { openCard } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'

/** What a browser needs to know of a card to install it, in the language of who asks. */
export async function loader(args: LoaderFunctionArgs) {
  const { card } = await openCard(args)
  const { ground } = themeCss(card)
  const manifest = appManifest(card, { say: sayFor(args.request), language: languageOf(args.request), ground })
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } })
}
