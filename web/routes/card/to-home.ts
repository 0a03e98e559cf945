import { redirect, type LoaderFunctionArgs } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { readCard } from '../../loaders/open-card.ts'

/** The bare address of a card. An unknown alias is a 404 without a redirect. */
export async function loader(args: LoaderFunctionArgs) {
  const { address } = await readCard(args)
  return redirect(cardHref(address, 'home') + new URL(args.request.url).search)
}

/** Never rendered, but makes an error here a page instead of raw data. */
export default function ToHome() {
  return null
}
