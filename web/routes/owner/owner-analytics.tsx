import { useLoaderData, useNavigation, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { spellPath } from '#contract/product.ts'
import { AnalyticsPage } from '../../features/visits/analytics-page.tsx'
import { analyticsView, type AnalyticsView } from '../../features/visits/analytics-view.ts'
import { countsOf, type Counts } from '../../features/visits/report-counts.ts'
import { contactsOf, type Days, requestedDays, reportRequest } from '../../features/visits/report-ranges.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { dayIn, timeZoneOf, useTimeZone } from '../../platform/visits/time-zone.ts'
import { subscriptionHref } from '../../loaders/account-links.ts'
import { readOrNull } from '../../loaders/login-again.ts'
import { metas } from '../metas.ts'
import { openOwner } from '../../loaders/open-owner.ts'
import { formatMonthlyPrice } from '../../loaders/subscription/format-monthly-price.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { useLanguage } from '../shell/use-language.ts'
import { useOwner } from './use-owner.ts'

export async function loader(args: LoaderFunctionArgs) {
  const { owner } = await openOwner(args)
  const requested = new URL(args.request.url).searchParams.get('days')
  const days = requestedDays(requested, owner.isActive)
  const { productName } = args.context.get(siteContext)
  return {
    view: await loadAnalytics(args, { alias: owner.alias, isOpen: owner.isActive, days }),
    price: formatMonthlyPrice(args),
    title: [translateFor(args.request)('analytics.title'), productName].join(' | '),
  }
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

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

type ReportOptions = { alias: string; isOpen: boolean; days: Days }

/** Loads all reports at once. One that fails is shown as unknown; a logged-out request redirects to the login. */
async function loadAnalytics(args: LoaderFunctionArgs, { alias, isOpen, days }: ReportOptions): Promise<AnalyticsView> {
  const api = args.context.get(apiContext)
  const { productSlug } = args.context.get(siteContext)
  const timeZone = timeZoneOf(args.request)
  const orNull = readOrNull(args.request, alias)
  const counts = (...names: string[]): Promise<Counts | null> =>
    orNull(api.call('visits.report', { input: reportRequest({ alias, timeZone }, days, ...names) }).then(countsOf))
  /** Only requests reports that the plan includes. */
  const ifOpen = (...names: string[]) => (isOpen ? counts(...names) : null)
  const contacts = async (period: { daysBack: number; daysBackEnd?: number }) => {
    const params = { page: 1, pageSize: 1, tag: 'none' }
    const { metaData } = await api.call('contacts.search', {
      params,
      input: { alias, SearchFor: '', withoutImported: true, timeZone, ...period },
    })
    return metaData.totalCount + metaData.hiddenCount
  }
  const periods = contactsOf(days)

  const [byDay, now, before, clicks, pages, shared] = await Promise.all([
    counts('date', 'customEvent:platform_used'),
    orNull(contacts(periods.now)),
    orNull(contacts(periods.before)),
    ifOpen('customEvent:homepage_click'),
    ifOpen('customEvent:page_name'),
    ifOpen(`customEvent:${spellPath('share_{product}_location', productSlug)}`),
  ])
  const pair = now === null || before === null ? null : { now, before }
  return analyticsView({ byDay, contacts: pair, clicks, pages, shared }, { days, isOpen, today: dayIn(new Date(), timeZone) })
}
