import type { LoaderFunctionArgs } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { spellPath } from '#contract/product.ts'
import { analyticsView, type AnalyticsView } from '../../features/visits/analytics-view.ts'
import { countsOf, type Counts } from '../../features/visits/report-counts.ts'
import { contactsOf, reportRequest, type Days } from '../../features/visits/report-ranges.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { dayIn, timeZoneOf } from '../../platform/visits/time-zone.ts'
import { loginAgain } from '../account/login-again.ts'

type What = { alias: string; isOpen: boolean; days: Days }

/** All reports at once. One that fails is told as unknown; being signed out leads to the login. */
export async function loadAnalytics(args: LoaderFunctionArgs, { alias, isOpen, days }: What): Promise<AnalyticsView> {
  const api = args.context.get(apiContext)
  const { productSlug } = args.context.get(siteContext)
  const timeZone = timeZoneOf(args.request)
  const tolerated = <T>(asking: Promise<T>): Promise<T | null> =>
    asking.catch((thrown: unknown) => {
      if (isRefused(thrown) && thrown.problem.status === 401) throw loginAgain(args.request, alias)
      return null
    })
  const counts = (...names: string[]): Promise<Counts | null> =>
    tolerated(api.call('visits.report', { input: reportRequest({ alias, timeZone }, days, ...names) }).then(countsOf))
  /** What a plan does not open is not asked for. */
  const ifOpen = (...names: string[]) => (isOpen ? counts(...names) : null)
  const contacts = async (period: { daysBack: number; daysBackEnd?: number }) => {
    const params = { page: 1, pageSize: 1, tag: 'none' }
    const { metaData } = await api.call('contacts.search', { params, input: { alias, SearchFor: '', timeZone, ...period } })
    return metaData.totalCount + metaData.hiddenCount
  }
  const periods = contactsOf(days)

  const [byDay, now, before, clicks, pages, shared] = await Promise.all([
    counts('date', 'customEvent:platform_used'),
    tolerated(contacts(periods.now)),
    tolerated(contacts(periods.before)),
    ifOpen('customEvent:homepage_click'),
    ifOpen('customEvent:page_name'),
    ifOpen(`customEvent:${spellPath('share_{product}_location', productSlug)}`),
  ])
  const pair = now === null || before === null ? null : { now, before }
  return analyticsView({ byDay, contacts: pair, clicks, pages, shared }, { days, isOpen, today: dayIn(new Date(), timeZone) })
}
