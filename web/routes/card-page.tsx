import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { cardPages, type CardPage } from '#contract/pages.ts'
import type { WordKey } from '../i18n/en.ts'
import { sayFor, shellOf } from './parts/card-shell.tsx'
import { metas } from './parts/metas.ts'
import { openCardPage } from './parts/open-card.ts'
import { Unbuilt } from './parts/unbuilt.tsx'

const names: Record<CardPage, WordKey> = {
  home: 'menu.home',
  about: 'menu.about',
  reviews: 'menu.reviews',
  review: 'menu.review',
  vCard: 'menu.vCard',
  contact: 'menu.contact',
  connect: 'menu.connect',
  socialServices: 'menu.connect',
  settings: 'menu.settings',
}

const pages = Object.keys(cardPages) as CardPage[]

/** The pages of a card that are not built yet. Each keeps its right, its title and its address. */
export async function loader(args: LoaderFunctionArgs) {
  const segment = new URL(args.request.url).pathname.toLowerCase().split('/').findLast(Boolean)
  const page = pages.find((candidate) => cardPages[candidate].segment === segment) ?? 'home'
  const open = await openCardPage(args, page)
  const name = sayFor(args.request)(names[page], { team: open.card.profile === 2 })
  const shell = shellOf(open, args, { page, section: name })
  return data({ name, shell: { ...shell, head: { ...shell.head, isListed: false } } }, { status: 501 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.shell.head) : [])

export default function CardPageRoute() {
  return <Unbuilt {...useLoaderData<typeof loader>()} />
}
