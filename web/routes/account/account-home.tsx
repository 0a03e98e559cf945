import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { AccountHomeStyle } from '../../features/account/home/account-home-style.tsx'
import { Dashboard } from '../../features/account/home/dashboard.tsx'
import { LeavingBanner } from '../../features/account/home/leaving-banner.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { useTimeZone } from '../../platform/visits/time-zone.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { loadWho } from '../owner/load-who.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { loadDashboard } from './load-dashboard.ts'
import { goesOn } from './load-privacy.ts'
import { metas } from '../metas.ts'
import { openAccount } from './open-account.ts'

/** Whose cards these are and what would help each, or the way to log in. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const account = await openAccount(args)
  const privacy = context
    .get(apiContext)
    .call('privacy.read')
    .catch(() => null)
  const who = await loadWho(args)
  const [tiles, mine, open] = await Promise.all([loadDashboard(args), privacy, loadChosen(args, who.cards)])
  const title = `${translateFor(request)('dashboard.cards')} | ${context.get(siteContext).productName}`
  return { title, account, who, chosen: open?.chosen ?? null, tiles, leavesOn: mine && goesOn(mine, request) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountHome() {
  const { account, who, chosen, tiles, leavesOn } = useLoaderData<typeof loader>()
  const t = useTranslate()
  useTimeZone()
  return (
    <AccountShell who={who} chosen={chosen} here="home" plan={chosen?.plan ?? null}>
      <AccountHomeStyle />
      <PageHeader title={t('dashboard.cards')} lead={t('dashboard.lead', { email: account.email })} />
      {leavesOn && <LeavingBanner day={leavesOn} />}
      <Dashboard tiles={tiles} />
      {tiles.slice(0, watchedMax).map(({ alias }) => (
        <PlanWatch key={alias} alias={alias} />
      ))}
    </AccountShell>
  )
}

const watchedMax = 4

function PlanWatch({ alias }: { alias: string }) {
  usePlanWatch(alias)
  return null
}
