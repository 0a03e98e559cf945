import {
  useActionData,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { AdminPage } from '../../features/admin/admin-page.tsx'
import { siteContext } from '../../platform/provided.ts'
import { metas } from '../metas.ts'
import { noSuchPage, openAdmin, doneIn } from './open-admin.ts'
import { actAt } from './act-at.ts'
import { loadView } from './load-view.ts'
import { translateFor } from '../translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadView(args)
  if (!view) throw noSuchPage()
  const { productName } = args.context.get(siteContext)
  return { view, done: doneIn(args.request), title: `${translateFor(args.request)('admin.title')} | ${productName}` }
}

export async function action(args: ActionFunctionArgs) {
  await openAdmin(args)
  return actAt(args)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

/** A dialog that opens or closes changes nothing of what the page is drawn from. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const withoutDialog = (url: URL) => {
    const query = new URLSearchParams(url.search)
    for (const name of ['dialog', 'of', 'told']) query.delete(name)
    return `${url.pathname}?${query}`
  }
  const isSame = currentUrl.href !== nextUrl.href && withoutDialog(currentUrl) === withoutDialog(nextUrl)
  return isSame && !formMethod ? false : defaultShouldRevalidate
}

export default function AdminAnyPage() {
  const { view, done } = useLoaderData<typeof loader>()
  // Opening a dialog leaves the loader's data as it is: what was done before is no news then.
  const isDone = useSearchParams()[0].has('told')
  const error = useActionData<typeof action>() ?? null
  return <AdminPage view={view} done={error || !isDone ? null : done} error={error} />
}
