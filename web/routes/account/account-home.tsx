import { data, useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from 'react-router'
import { dismissCookie } from '../../features/account/home/dismissed-steps.ts'
import { HomePage, NoCard } from '../../features/account/home/home-page.tsx'
import { DeletionBanner } from '../../features/account/home/deletion-banner.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useTimeZone } from '../../platform/visits/time-zone.ts'
import { Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { fieldOf } from '../../loaders/submit-form.ts'
import { useLanguage } from '../shell/use-language.ts'
import { metas } from '../metas.ts'
import { loadWho } from '../../loaders/load-who.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { greet, loadHome } from './load-home.ts'
import { deletesOn } from './load-privacy.ts'
import { openAccount } from '../../loaders/open-account.ts'

/** An overview of one card with links to the others; logged out, a redirect to the login. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const account = await openAccount(args)
  const { call } = context.get(apiContext)
  const [cards, who, privacy] = await Promise.all([call('cards.own'), loadWho(args), call('privacy.read').catch(() => null)])
  const open = await loadChosen(args, cards)
  const title = `${translateFor(request)('menu.home')} | ${context.get(siteContext).productName}`
  return {
    title,
    greeting: greet(request, account.name).greeting,
    who,
    chosen: open?.chosen ?? null,
    view: open && (await loadHome(args, { ...open, cards, ownerName: account.name })),
    leavesOn: privacy && deletesOn(privacy, request),
  }
}

/** Dismisses a step for a week, in a cookie on this device. */
export async function action(args: ActionFunctionArgs) {
  await openAccount(args)
  const form = await args.request.formData()
  const [alias, kind] = [fieldOf(form, 'alias'), fieldOf(form, 'kind')]
  const cookie = dismissCookie(args.request, { alias, kind }, Date.now())
  if (!cookie) return data({ dismissed: null }, { status: 422 })
  return data({ dismissed: kind }, { headers: { 'set-cookie': cookie } })
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountHome() {
  const { greeting, who, chosen, view, leavesOn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const language = useLanguage()
  const t = useTranslate()
  useTimeZone()
  const counts = view && view.strip.length > 0 ? Object.fromEntries(view.strip.map((card) => [card.alias, card.newContacts])) : null
  return (
    <AccountShell who={who} chosen={chosen} here="home" plan={chosen?.plan ?? null} {...(counts && { newContacts: counts })}>
      {leavesOn && <DeletionBanner day={leavesOn} />}
      {view ? (
        <HomePage
          view={view}
          dismissed={answer?.dismissed ?? null}
          writeNumber={(value) => new Intl.NumberFormat(language).format(value)}
        />
      ) : (
        <Stack>
          <PageHeader title={greeting} lead={t('dashboard.lead', { email: who.email })} />
          <NoCard />
        </Stack>
      )}
      {chosen && <PlanWatch key={chosen.alias} alias={chosen.alias} />}
    </AccountShell>
  )
}

function PlanWatch({ alias }: { alias: string }) {
  usePlanWatch(alias)
  return null
}
