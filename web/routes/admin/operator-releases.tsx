import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { DeskOverview } from '../../features/admin/desk-overview.tsx'
import { deskHref } from '../../features/admin/desk-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { metas } from '../metas.ts'
import { openDesk, toldIn } from './open-desk.ts'
import { fieldOf } from './tried.ts'

export async function loader(args: LoaderFunctionArgs) {
  const desk = await openDesk(args)
  const { productName } = args.context.get(siteContext)
  const day = new Intl.DateTimeFormat(requestLanguage(args.request), { dateStyle: 'long', timeZone: 'UTC' })
  const days = Object.fromEntries(desk.versions.map(({ date }) => [date, day.format(new Date(date))]))
  const title = `${translateFor(args.request)('desk.title')} | ${productName}`
  return { desk, days, told: toldIn(args.request), title }
}

export async function action(args: ActionFunctionArgs) {
  await openDesk(args)
  const form = await args.request.formData()
  if (fieldOf(form, 'intent') !== 'reset') throw redirect(deskHref)
  await args.context.get(apiContext).call('releases.publishStories', { input: { groups: null } })
  throw redirect(`${deskHref}?told=ours`)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OperatorReleases() {
  const { desk, days, told } = useLoaderData<typeof loader>()
  return <DeskOverview desk={desk} told={told} sayDay={(date) => days[date] ?? date} />
}
