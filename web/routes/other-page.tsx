import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { ownerPages, sidePages } from '#contract/pages.ts'
import type { WordKey } from '../i18n/en.ts'
import { sayFor, shellOf } from './parts/card-shell.tsx'
import { metas } from './parts/metas.ts'
import { openCard } from './parts/open-card.ts'
import { Unbuilt } from './parts/unbuilt.tsx'

const names: Record<string, WordKey> = {
  [ownerPages.myAccount]: 'page.myAccount',
  [ownerPages.myContacts]: 'page.myContacts',
  [ownerPages.myNotifications]: 'page.myNotifications',
  [ownerPages.analytics]: 'page.analytics',
  [ownerPages.subscriptions]: 'page.subscriptions',
  [sidePages.login]: 'page.login',
  [sidePages.install]: 'page.install',
  [sidePages.emailSignature]: 'page.emailSignature',
}

/** Pages of the owner, the login, the install page and the signature, until they are built. */
export async function loader(args: LoaderFunctionArgs) {
  const open = await openCard(args)
  const segment = new URL(args.request.url).pathname.toLowerCase().split('/').findLast(Boolean) ?? ''
  const name = sayFor(args.request)(names[segment] ?? 'unknown.title')
  return data({ name, shell: shellOf(open, args, { page: null, section: name }) }, { status: 501 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => (loaderData ? metas(loaderData.shell.head) : [])

export default function OtherPage() {
  return <Unbuilt {...useLoaderData<typeof loader>()} />
}
