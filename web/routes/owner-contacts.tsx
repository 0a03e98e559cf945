import {
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { exportAgain } from '../features/contacts/contacts-href.ts'
import { ContactsPage } from '../features/contacts/contacts-page.tsx'
import { siteContext } from '../platform/provided.ts'
import { bringExport } from './parts/bring-export.ts'
import { changeContacts } from './parts/change-contacts.ts'
import { loadContacts } from './parts/load-contacts.ts'
import { metas } from './parts/metas.ts'
import { openOwner } from './parts/open-owner.ts'
import { sayFor } from './parts/say-for.ts'
import { useLanguage } from './parts/use-language.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  await bringExport(args, open.owner.alias)
  const { productName } = args.context.get(siteContext)
  const say = sayFor(args.request)
  const isBack = new URL(args.request.url).searchParams.get('export') === exportAgain
  const told = isBack ? { text: say('contacts.exportAgain'), isBad: false } : null
  return { view: await loadContacts(args, open), told, title: [say('page.myContacts'), productName].join(' | ') }
}

export async function action(args: ActionFunctionArgs) {
  const { owner } = await openOwner(args)
  return changeContacts(args, owner)
}

/** Where scripts run, another search or an opened contact is asked for by the page itself. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod = 'GET' }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search || formMethod !== 'GET'
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerContacts() {
  const { view, told } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // Loaded anew, it is a new list.
  return <ContactsPage key={view.now} view={view} language={useLanguage()} told={answer?.told ?? told} refused={answer?.refused ?? null} />
}
