import { useLoaderData, useNavigation, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { AnalyticsPage } from '../../features/visits/analytics-page.tsx'
import { daysAsked } from '../../features/visits/report-ranges.ts'
import { siteContext } from '../../platform/provided.ts'
import { useTimeZone } from '../../platform/visits/time-zone.ts'
import { subscriptionHref } from '../account/account-links.ts'
import { loadAnalytics } from './load-analytics.ts'
import { metas } from '../metas.ts'
import { openOwner } from './open-owner.ts'
import { priceFor } from './price-for.ts'
import { translateFor } from '../translate-for.ts'
import { useLanguage } from '../card/shell/use-language.ts'
import { useOwner } from './use-owner.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const asked = new URL(args.request.url).searchParams.get('days')
  const days = daysAsked(asked, owner.isActive)
  const { productName } = args.context.get(siteContext)
  return {
    view: await loadAnalytics(args, { alias: owner.alias, isOpen: owner.isActive, days }),
    price: priceFor(args),
    title: [translateFor(args.request)('analytics.title'), productName].join(' | '),
  }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function OwnerAnalytics() {
  const { view, price } = useLoaderData<typeof loader>()
  const { alias } = useOwner()
  useTimeZone()
  const language = useLanguage()
  const { state, location } = useNavigation()
  const isLoading = state === 'loading' && location?.search.startsWith('?days') === true
  return <AnalyticsPage view={view} language={language} isLoading={isLoading} upgradeHref={subscriptionHref(alias)} price={price} />
}
