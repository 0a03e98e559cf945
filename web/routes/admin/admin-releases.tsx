import { formatDate } from '#common/format-date.ts'
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { ReleasesPage } from '../../features/admin/releases/releases-page.tsx'
import { releasesHref } from '../../features/admin/releases/releases-view.ts'
import { requestLanguage } from '#common/request-language.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { metas } from '../metas.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { doneAt, doneIn } from './done.ts'
import { adminTitle } from './page-title.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const content = await openAdmin(args)
  const { productName } = args.context.get(siteContext)
  const day = new Intl.DateTimeFormat(requestLanguage(args.request), { dateStyle: 'long', timeZone: 'UTC' })
  const days = Object.fromEntries(content.versions.map(({ date }) => [date, formatDate(day, new Date(date))]))
  const t = translateFor(args.request)
  const title = adminTitle({ t, productName }, t('admin.news'))
  return { content, days, done: await doneIn(args.request), title }
}

export async function action(args: ActionFunctionArgs) {
  await openAdmin(args)
  const form = await args.request.formData()
  if (fieldOf(form, 'intent') !== 'reset') throw redirect(releasesHref)
  await args.context.get(apiContext).call('releases.publishStories', { input: { groups: null } })
  throw redirect(doneAt(releasesHref, 'builtIn'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AdminReleases() {
  const { content, days, done } = useLoaderData<typeof loader>()
  return <ReleasesPage content={content} done={done} dayOf={(date) => days[date] ?? date} />
}
