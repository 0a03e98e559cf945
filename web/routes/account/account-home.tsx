import { useLoaderData, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { AccountFrame } from '../../features/account/home/account-frame.tsx'
import { Dashboard } from '../../features/account/home/dashboard.tsx'
import { LeavingBanner } from '../../features/account/home/leaving-banner.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { useTimeZone } from '../../platform/visits/time-zone.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { AccountStyle } from './account-style.tsx'
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
  const [tiles, mine] = await Promise.all([loadDashboard(args), privacy])
  const title = `${translateFor(request)('dashboard.cards')} | ${context.get(siteContext).productName}`
  return { title, account, tiles, leavesOn: mine && goesOn(mine, request) }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountHome() {
  const { account, tiles, leavesOn } = useLoaderData<typeof loader>()
  const t = useTranslate()
  useTimeZone()
  return (
    <AccountStyle>
      <AccountFrame
        here="cards"
        title={t('dashboard.cards')}
        lead={t('dashboard.lead', { email: account.email })}
        logoutHref={account.logoutHref}
        isOperator={account.isOperator}
      >
        {leavesOn && <LeavingBanner day={leavesOn} />}
        <Dashboard tiles={tiles} />
        {tiles.slice(0, watchedMax).map(({ alias }) => (
          <PlanWatch key={alias} alias={alias} />
        ))}
      </AccountFrame>
    </AccountStyle>
  )
}

const watchedMax = 4

function PlanWatch({ alias }: { alias: string }) {
  usePlanWatch(alias)
  return null
}
