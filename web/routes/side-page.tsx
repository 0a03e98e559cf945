import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { sidePages } from '#contract/pages.ts'
import type { AnyWordKey } from '../i18n/say.ts'
import { cardHead } from './parts/card-head.ts'
import { metas } from './parts/metas.ts'
import { openCard } from './parts/open-card.ts'
import { sayFor } from './parts/say-for.ts'
import { Unbuilt } from './parts/unbuilt.tsx'

const names: Record<string, AnyWordKey> = {
  [sidePages.emailSignature]: 'page.emailSignature',
}

/** The signature, until it is built. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const segment = new URL(args.request.url).pathname.toLowerCase().split('/').findLast(Boolean) ?? ''
  const name = sayFor(args.request)(names[segment] ?? 'unknown.title')
  return data({ name, head: cardHead(open, args, { page: null, section: name }) }, { status: 501 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.head) : [])

export default function SidePage() {
  return <Unbuilt {...useLoaderData<typeof loader>()} />
}
