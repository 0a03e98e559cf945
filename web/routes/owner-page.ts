import { redirect, type LoaderFunctionArgs } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { openCard } from './parts/open-card.ts'

/** The owner's pages ask who is not signed in to do so, and remember where the person was going. */
export async function loader(args: LoaderFunctionArgs) {
  const { address } = await openCard(args)
  const { pathname, search } = new URL(args.request.url)
  return redirect(`${sideHref(address.alias, 'login')}?from=${encodeURIComponent(pathname + search)}`)
}

/** Never drawn; it is what makes a refusal here a page instead of bare data. */
export default function OwnerPage() {
  return null
}
