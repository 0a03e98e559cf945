import { useEffect } from 'react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useRevalidator,
} from 'react-router'
import { pathTo } from '#common/path-to.ts'
import { isRefused } from '#contract/api.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { NoCard } from '../../features/account/home/home-page.tsx'
import { LeavingBanner } from '../../features/account/home/leaving-banner.tsx'
import { SubscriptionPage } from '../../features/account/home/subscription-page.tsx'
import type { PlanTold } from '../../features/account/home/subscription-view.ts'
import { SubscribeForm } from '../../features/billing/subscribe/subscribe-page.tsx'
import type { SubscribeSent } from '../../features/billing/subscribe/subscribe-view.ts'
import { PrivacyPage } from '../../features/account/privacy/privacy-page.tsx'
import type { PrivacyTold } from '../../features/account/privacy/privacy-view.ts'
import { WayBack } from '../../features/account/privacy/way-back.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { translateFor } from '../translate-for.ts'
import { apiContext, siteContext } from '../../platform/provided.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import lamp from '../../ui/art/spot-lamp.svg?url'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useGoingOn } from '../../ui/use-going-on.ts'
import { fieldOf } from '../admin/tried.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { loadWho } from '../owner/load-who.ts'
import { changeSubscription, planToldOf } from '../owner/change-subscription.ts'
import { loadPrivacy, privacyHref, toldOf } from './load-privacy.ts'
import { loadSubscription, type OpenSubscription } from '../owner/load-subscription.ts'
import { metas } from '../metas.ts'
import { loginHref, openAccount } from './open-account.ts'
import { MessagePage } from '../product-page.tsx'

/** Pages of the account that belong to no one card. They are one route, so that a visitor’s list of routes stays short. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context, params } = args
  const { searchParams } = new URL(request.url)
  const t = translateFor(request)
  const titled = (name: string) => `${name} | ${context.get(siteContext).productName}`
  if (params['*'] === 'profile-image') {
    const alias = searchParams.get('alias') ?? ''
    throw redirect(/^[\w-]+$/.test(alias) ? `/account/edit/${alias}/profile#photo` : '/account')
  }
  if (params['*'] === 'subscription') {
    const isBack = searchParams.get('told') === 'back'
    const account = await openAccount(args).catch((thrown: unknown) => {
      if (isBack && thrown instanceof Response) return null
      throw thrown
    })
    if (!account) return { page: 'passing' as const, title: titled(t('plan.title')), href: plainHref(searchParams.get('alias') ?? '') }
    const told = planToldOf(request, t)
    const open = await loadSubscription(args, account)
    return { page: 'subscription' as const, title: titled(t('plan.title')), ...(await loadFrame(args)), open, told }
  }
  if (params['*'] === 'privacy') {
    const token = searchParams.get('token')
    if (token) return { page: 'back' as const, title: titled(t('privacy.backTitle')), token }
    await openAccount(args)
    const [frame, view] = await Promise.all([loadFrame(args), loadPrivacy(args)])
    return { page: 'privacy' as const, title: titled(t('privacy.title')), ...frame, view, told: toldOf(request) }
  }
  return data({ page: 'none' as const, title: titled(t('page.myAccount')) }, { status: 404 })
}

async function loadFrame(args: LoaderFunctionArgs) {
  const who = await loadWho(args)
  return { who, chosen: (await loadChosen(args, who.cards))?.chosen ?? null }
}

/**
 * Whoever comes back from another site, such as the one where it is paid, arrives without their cookie, signed in or not. A page of
 * ours that leads on by itself is all it takes.
 */
const plainHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`

export async function action(args: ActionFunctionArgs) {
  const page = args.params['*']
  if (page === 'subscription') {
    return changeSubscription(args)
  }
  if (page !== 'privacy') throw data(null, { status: 405 })
  const privacy = await changePrivacy(args)
  return data({ plan: null, sent: null, privacy }, { status: privacy.isBad ? 422 : 200 })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  ...metas({ title: loaderData?.title ?? '', isListed: false }),
  ...(loaderData?.page === 'passing' ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.href}` }] : []),
]

export default function Account() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const told = answer?.privacy ?? null
  const t = useTranslate()
  if (loaded.page === 'none') {
    const back = (
      <a className="btn large wide door" href="/account">
        {t('dashboard.cards')}
      </a>
    )
    return <MessagePage art={lamp} title={t('noData.title')} lead={t('noData.sentenceBare')} actions={back} />
  }
  if (loaded.page === 'passing') {
    const onward = (
      <a className="btn large wide door" href={loaded.href}>
        {t('subscription.goOn')}
      </a>
    )
    return <MessagePage art={lamp} title={t('plan.title')} actions={onward} />
  }
  if (loaded.page === 'back')
    return <MessagePage art={lamp} title={t('privacy.backTitle')} actions={<WayBack token={loaded.token} told={told} />} />
  const { who, chosen } = loaded
  if (loaded.page === 'subscription') {
    return (
      <AccountShell who={who} chosen={chosen} here="subscriptions" hrefOf={plainHref} plan={chosen?.plan ?? null}>
        <PageHeader title={t('plan.title')} lead={t('subscription.lead')} />
        {loaded.open ? (
          <ToastProvider>
            <Subscription {...loaded.open} told={answer?.plan ?? loaded.told} sent={answer?.sent ?? null} />
          </ToastProvider>
        ) : (
          <NoCard />
        )}
      </AccountShell>
    )
  }
  const { view } = loaded
  const lead = (
    <>
      {t('privacy.lead')}
      <br />
      {t('dashboard.lead', { email: view.email })}
    </>
  )
  return (
    <AccountShell
      who={who}
      chosen={chosen}
      here="privacy"
      hrefOf={(card) => `/account/privacy?${new URLSearchParams({ card })}`}
      plan={chosen?.plan ?? null}
    >
      <PageHeader title={t('privacy.title')} lead={lead} />
      <PrivacyPage view={view} told={told ?? loaded.told} banner={view.goesOn && <LeavingBanner day={view.goesOn} />} />
    </AccountShell>
  )
}

/** What was paid is waited for. What was given back changes no plan, and is looked for now and then. */
const lookEveryMs = { paying: 2000, usually: 8000 }

type SubscriptionProps = OpenSubscription & { told: PlanTold | null; sent: SubscribeSent | null }

function Subscription({ view, form, told, sent }: SubscriptionProps) {
  useGoingOn(told?.href || sent?.paysAt)
  usePlanWatch(view.alias)
  useLooking(view.order === 'paying' ? lookEveryMs.paying : lookEveryMs.usually)
  return <SubscriptionPage key={view.alias} view={view} told={told} chooser={form && <SubscribeForm view={form} sent={sent} />} />
}

/** Loads the page’s data again every so often, as long as somebody looks at it. */
function useLooking(everyMs: number) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (state !== 'idle') return
    const look = () => document.visibilityState === 'visible' && navigator.onLine && void revalidate()
    const waiting = setInterval(look, everyMs)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(waiting)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs, state, revalidate])
}

/** What the buttons of the page about privacy do. A refusal is told where it belongs; everything else leads on. */
async function changePrivacy({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<PrivacyTold> {
  const form = await request.formData()
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const bad = (key: MessageKey, at: PrivacyTold['at'] = 'top'): PrivacyTold => ({ text: t(key), isBad: true, at })
  const token = fieldOf(form, 'token')
  try {
    const intent = fieldOf(form, 'intent')
    if (intent === 'archive') {
      if ((await call('privacy.read')).isFresh) throw redirect(pathTo('privacy.archive', {}))
      throw redirect(loginHref(privacyHref, 'archive'))
    }
    if (intent === 'leave') {
      const { success } = await call('privacy.leave', { input: { confirm: fieldOf(form, 'confirm') } })
      if (success) throw redirect(`${privacyHref}?told=leaving`)
    }
    if (intent === 'keep') {
      await call('privacy.keep', { input: token ? { token } : {} })
      if (token) return { text: t('privacy.kept2'), isBad: false, at: 'top' }
      throw redirect(`${privacyHref}?told=kept`)
    }
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    const { type, status } = thrown.problem
    if (type === '/problems/link-used' || (token && status === 422)) return bad('privacy.linkUsed')
    if (status === 401) throw redirect(loginHref(privacyHref, 'leave'))
    if (status === 422) return bad('privacy.confirmWrong', 'confirm')
    if (status >= 500) throw thrown
  }
  return bad('privacy.failed')
}
