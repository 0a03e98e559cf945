import { redirect, type LoaderFunctionArgs } from 'react-router'
import { cardHref } from '#contract/pages.ts'
import { readCard } from './shell/open-card.ts'

/** The bare address of a card. Nobody there is a 404 at once, not after a detour. */
export async function loader(args: LoaderFunctionArgs) {
  const { address } = await readCard(args)
  return redirect(cardHref(address, 'home') + new URL(args.request.url).search)
}

/** Never drawn; it is what makes a refusal here a page instead of bare data. */
export default function ToHome() {
  return null
}
