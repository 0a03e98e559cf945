import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { OperatorPage } from '../../features/admin/operator/operator-page.tsx'
import { siteContext } from '../../platform/provided.ts'
import { metas } from '../metas.ts'
import { noSuchPage, openDesk, toldIn } from './open-desk.ts'
import { actAt } from './act-at.ts'
import { loadView } from './load-view.ts'
import { translateFor } from '../translate-for.ts'

export async function loader(args: LoaderFunctionArgs) {
  const view = await loadView(args)
  if (!view) throw noSuchPage()
  const { productName } = args.context.get(siteContext)
  return { view, told: toldIn(args.request), title: `${translateFor(args.request)('operator.title')} | ${productName}` }
}

export async function action(args: ActionFunctionArgs) {
  await openDesk(args)
  return actAt(args)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OperatorDesk() {
  const { view, told } = useLoaderData<typeof loader>()
  const trouble = useActionData<typeof action>() ?? null
  return <OperatorPage view={view} told={trouble ? null : told} trouble={trouble} />
}
