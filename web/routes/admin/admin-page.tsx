import {
  data,
  useActionData,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { AdminPage } from '../../features/admin/admin-page.tsx'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { metas } from '../metas.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { doneIn } from './done.ts'
import { runAction } from './run-action.ts'
import { loadView } from './load-view.ts'
import { pageTitle } from './page-title.ts'
import { translateFor } from '../../loaders/translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadView(args)
  const isMissing = view.page === 'missing'
  // To others every path looks like that of an unknown card.
  if (isMissing) await openAdmin(args)
  const { productName } = args.context.get(siteContext)
  // Not the request's path, which ends in `.data` after a click.
  const title = pageTitle(view, args.params['*'] ?? '', { t: translateFor(args.request), productName })
  const done = await doneIn(args.request, { view, call: args.context.get(apiContext).call })
  return data({ view, done, title }, { status: isMissing ? 404 : 200 })
}

export async function action(args: ActionFunctionArgs) {
  await openAdmin(args)
  return runAction(args)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

/** Opening or closing a dialog changes no data, nor does selecting cards. */
export function shouldRevalidate({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const withoutDialog = (url: URL) => {
    const query = new URLSearchParams(url.search)
    for (const name of ['dialog', 'of', 'done', 'about', 'card']) query.delete(name)
    return `${url.pathname}?${query}`
  }
  const isSame = currentUrl.href !== nextUrl.href && withoutDialog(currentUrl) === withoutDialog(nextUrl)
  return isSame && !formMethod ? false : defaultShouldRevalidate
}

export default function AdminAnyPage() {
  const { view, done } = useLoaderData<typeof loader>()
  // Opening a dialog keeps the loader's data, so `done` may be of an earlier form.
  const isDone = useSearchParams()[0].has('done')
  const answer = useActionData<typeof action>() ?? null
  const mailTest = answer && 'steps' in answer ? answer : null
  const error = answer && 'errors' in answer ? answer : null
  const link = answer && 'link' in answer ? answer.link : null
  return <AdminPage view={view} done={error || link || !isDone ? null : done} error={error} mailTest={mailTest} link={link} />
}
