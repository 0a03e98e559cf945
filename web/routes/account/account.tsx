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
import { isProblem } from '#contract/api.ts'
import type { MessageKey } from '#common/messages/message.ts'
import { NoCard } from '../../features/account/home/home-page.tsx'
import { DeletionBanner } from '../../features/account/home/deletion-banner.tsx'
import { SubscriptionPage } from '../../features/account/home/subscription-page.tsx'
import type { PlanNotice } from '../../features/account/home/subscription-view.ts'
import { SubscribeForm } from '../../features/billing/subscribe/subscribe-page.tsx'
import type { SubscribeSent } from '../../features/billing/subscribe/subscribe-view.ts'
import { PrivacyPage } from '../../features/account/privacy/privacy-page.tsx'
import type { PrivacyNotice } from '../../features/account/privacy/privacy-view.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { issueText } from '../../loaders/issue-text.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { usePlanWatch } from '../../platform/use-plan-watch.ts'
import lamp from '../../ui/art/spot-lamp.svg?url'
import signpost from '../../ui/art/spot-signpost.svg?url'
import { Stack } from '../../ui/page/layout.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useRedirect } from '../../ui/use-redirect.ts'
import { fieldOf } from '../../loaders/submit-form.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { loadWho } from '../../loaders/load-who.ts'
import { changeSubscription, planNoticeOf } from '../../loaders/subscription/change-subscription.ts'
import { loadPrivacy, privacyHref, privacyNoticeOf } from './load-privacy.ts'
import { loadSubscription, type OpenSubscription } from '../../loaders/subscription/load-subscription.ts'
import { metas } from '../metas.ts'
import { loginHref, openAccount } from '../../loaders/open-account.ts'
import { MessagePage } from '../product-page.tsx'

/** Account pages that belong to no card. They share one route, so that a visitor’s route manifest stays short. */
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
    if (!context.get(siteContext).hasPlans) throw redirect('/account')
    const isBack = searchParams.get('done') === 'back'
    const account = await openAccount(args).catch((thrown: unknown) => {
      if (isBack && thrown instanceof Response) return null
      throw thrown
    })
    if (!account) return { page: 'passing' as const, title: titled(t('plan.title')), href: plainHref(searchParams.get('alias') ?? '') }
    const notice = planNoticeOf(request, t)
    const open = await loadSubscription(args, account)
    return { page: 'subscription' as const, title: titled(t('plan.title')), ...(await loadFrame(args)), open, notice }
  }
  if (params['*'] === 'privacy') {
    const token = searchParams.get('token')
    if (token) return { page: 'back' as const, title: titled(t('privacy.backTitle')), token }
    await openAccount(args)
    const [frame, view] = await Promise.all([loadFrame(args), loadPrivacy(args)])
    return { page: 'privacy' as const, title: titled(t('privacy.title')), ...frame, view, notice: privacyNoticeOf(request, view) }
  }
  return data({ page: 'none' as const, title: titled(t('unknown.title')), path: `/account/${params['*']}` }, { status: 404 })
}

async function loadFrame(args: LoaderFunctionArgs) {
  const who = await loadWho(args)
  return { who, chosen: (await loadChosen(args, who.cards))?.chosen ?? null }
}

/**
 * A browser that returns from another site, such as a payment page, sends no cookie. This page redirects to the subscription, and
 * that request carries it.
 */
const plainHref = (alias: string) => `/account/subscription?${new URLSearchParams({ alias })}`

export async function action(args: ActionFunctionArgs) {
  const page = args.params['*']
  if (page === 'subscription') {
    if (!args.context.get(siteContext).hasPlans) throw redirect('/account')
    return changeSubscription(args)
  }
  if (page !== 'privacy') throw data(null, { status: 405 })
  const privacy = await changePrivacy(args)
  return data({ plan: null, sent: null, privacy }, { status: privacy.isBad ? 422 : 200 })
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  ...metas({ title: loaderData?.title ?? '', isListed: false }),
  ...(loaderData?.page === 'passing' ? [{ httpEquiv: 'refresh', content: `0;url=${loaderData.href}` }] : []),
]

export default function Account() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const notice = answer?.privacy ?? null
  const t = useTranslate()
  if (loaded.page === 'none') {
    const back = (
      <a className="btn large wide door" href="/account">
        {t('dashboard.cards')}
      </a>
    )
    return <MessagePage art={signpost} title={t('unknown.title')} lead={t('account.noPage', { address: loaded.path })} actions={back} />
  }
  if (loaded.page === 'passing') {
    const onward = (
      <a className="btn large wide door" href={loaded.href}>
        {t('subscription.continue')}
      </a>
    )
    return <MessagePage art={lamp} title={t('plan.title')} actions={onward} />
  }
  if (loaded.page === 'back') return <WayBack token={loaded.token} notice={notice} />
  const { who, chosen } = loaded
  if (loaded.page === 'subscription') {
    return (
      <AccountShell who={who} chosen={chosen} here="subscriptions" hrefOf={plainHref} plan={chosen?.plan ?? null}>
        <Stack>
          <PageHeader title={t('plan.title')} lead={t('subscription.lead')} />
          {loaded.open ? <Subscription {...loaded.open} notice={answer?.plan ?? loaded.notice} sent={answer?.sent ?? null} /> : <NoCard />}
        </Stack>
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
      <Stack isNarrow>
        <PageHeader title={t('privacy.title')} lead={lead} />
        <PrivacyPage view={view} notice={notice ?? loaded.notice} banner={view.deletesOn && <DeletionBanner day={view.deletesOn} />} />
      </Stack>
    </AccountShell>
  )
}

/** The page that the mailed link leads to: one click, without a login. */
function WayBack({ token, notice }: { token: string; notice: PrivacyNotice | null }) {
  const t = useTranslate()
  const page = { art: lamp, title: t('privacy.backTitle') }
  if (notice) {
    const onward = (
      <a className="btn large wide door" href="/account">
        {t('dashboard.cards')}
      </a>
    )
    return <MessagePage {...page} lead={<span role={notice.isBad ? 'alert' : 'status'}>{notice.text}</span>} actions={onward} />
  }
  const keep = (
    <form method="post">
      <input type="hidden" name="token" value={token} />
      <button className="btn large wide door" type="submit" name="intent" value="keep">
        {t('privacy.cancelDeletion')}
      </button>
    </form>
  )
  return <MessagePage {...page} lead={t('privacy.backMore')} actions={keep} />
}

/** Polls often while a payment is on its way. A refund changes no plan, so the page also polls now and then. */
const lookEveryMs = { paying: 2000, usually: 8000 }

type SubscriptionProps = OpenSubscription & { notice: PlanNotice | null; sent: SubscribeSent | null }

function Subscription({ view, form, notice, sent }: SubscriptionProps) {
  useRedirect(notice?.href || sent?.paysAt)
  usePlanWatch(view.alias)
  useLooking(view.order === 'paying' ? lookEveryMs.paying : lookEveryMs.usually)
  return <SubscriptionPage key={view.alias} view={view} notice={notice} chooser={form && <SubscribeForm view={form} sent={sent} />} />
}

/** Reloads the page’s data at this interval while the page is visible. */
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

/** The actions of the privacy page. A user error is shown where it belongs; success redirects. */
async function changePrivacy({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): Promise<PrivacyNotice> {
  const form = await request.formData()
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const bad = (key: MessageKey, at: PrivacyNotice['at'] = 'top'): PrivacyNotice => ({ text: t(key), isBad: true, at })
  const token = fieldOf(form, 'token')
  try {
    const intent = fieldOf(form, 'intent')
    if (intent === 'archive') {
      if ((await call('privacy.read')).isLoginRecent) throw redirect(pathTo('privacy.archive', {}))
      throw redirect(loginHref(privacyHref, 'archive'))
    }
    if (intent === 'leave') {
      const { success } = await call('privacy.requestDeletion', { input: { confirm: fieldOf(form, 'confirm') } })
      if (success) throw redirect(`${privacyHref}?done=leaving`)
    }
    if (intent === 'keep') {
      await call('privacy.cancelDeletion', { input: token ? { token } : {} })
      if (token) return { text: t('privacy.restored'), isBad: false, at: 'top' }
      throw redirect(`${privacyHref}?done=kept`)
    }
  } catch (thrown) {
    if (!isProblem(thrown)) throw thrown
    const { type, status, issues = [] } = thrown.problem
    if (type === '/problems/link-used' || (token && status === 422)) return bad('privacy.linkUsed')
    if (status === 401) throw redirect(loginHref(privacyHref, 'delete'))
    const confirm = issues.find(({ path }) => path === 'confirm')
    if (confirm) return { text: issueText(t, confirm), isBad: true, at: 'confirm' }
    if (status >= 500) throw thrown
  }
  return bad('privacy.failed')
}
