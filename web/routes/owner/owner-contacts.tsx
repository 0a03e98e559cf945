import { pathTo } from '#common/path-to.ts'
import {
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type ShouldRevalidateFunctionArgs,
  redirect,
} from 'react-router'
import { ownerHref } from '#contract/pages.ts'
import { exportAgain, exportFormats } from '../../features/contacts/contacts-href.ts'
import { ContactsPage } from '../../features/contacts/contacts-page.tsx'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { changeContacts } from './change-contacts.ts'
import { loadContacts } from './load-contacts.ts'
import { metas } from '../metas.ts'
import { loginHref } from '../account/open-account.ts'
import { openOwner } from './open-owner.ts'
import { translateFor } from '../translate-for.ts'
import { useLanguage } from '../card/shell/use-language.ts'

export async function loader(args: LoaderFunctionArgs) {
  const open = await openOwner(args)
  await bringExport(args, open.owner.alias)
  const { productName } = args.context.get(siteContext)
  const t = translateFor(args.request)
  const isBack = new URL(args.request.url).searchParams.get('export') === exportAgain
  const told = isBack ? { text: t('contacts.exportAgain'), isBad: false } : null
  return { view: await loadContacts(args, open), told, title: [t('page.myContacts'), productName].join(' | ') }
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

/** An address that asks for all contacts leads to the file, or by the login back to the list, which says that it can be pressed again. */
async function bringExport({ request, context }: Pick<LoaderFunctionArgs, 'request' | 'context'>, alias: string): Promise<void> {
  const search = new URL(request.url).searchParams
  const format = exportFormats.find((known) => known === search.get('export'))
  if (!format) return
  if ((await context.get(apiContext).call('privacy.read')).isFresh)
    throw redirect(`${pathTo('contacts.exportAll', { format })}?${new URLSearchParams({ alias })}`)
  search.set('export', exportAgain)
  throw redirect(loginHref(`${ownerHref(alias, 'myContacts')}?${search}`, 'export'))
}
