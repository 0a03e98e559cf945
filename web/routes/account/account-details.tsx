import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  useLocation,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from 'react-router'
import type { AccountDetails as Details } from '#contract/accounts/accounts.ts'
import { ownerHref } from '#contract/pages.ts'
import { DetailsPage } from '../../features/account/details/details-page.tsx'
import type { DetailsDone, DetailsResult, DetailsView } from '../../features/account/details/details-view.ts'
import { UseLinkForm } from '../../features/sign-in/use-link-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { loadWho } from '../../loaders/load-who.ts'
import { metas } from '../metas.ts'
import { fieldOf, submitForm, type Failure } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { detailsHref } from '../../loaders/account-links.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { linkIssue } from './link-issue.ts'
import { LoginPage } from './login-page.tsx'
import { loginHref, openAccount } from '../../loaders/open-account.ts'

/** How the account logs in; with the token of a mailed link, the page that confirms its address. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const t = translateFor(request)
  const titled = (title: string) => `${title} | ${context.get(siteContext).productName}`
  const token = new URL(request.url).searchParams.get('token')
  // A browser that comes from a mail may send no cookie yet: whose session it is shows when the button is clicked.
  if (token)
    return { page: 'confirm' as const, title: titled(t('details.confirmTitle')), token, issue: await linkIssue(args, 'email', token) }
  await openAccount(args)
  const [details, who] = await Promise.all([context.get(apiContext).call('accounts.details'), loadWho(args)])
  const chosen = (await loadChosen(args, who.cards))?.chosen ?? null
  const view: DetailsView = {
    ...details,
    againHrefs: { email: loginHref(detailsHref(), 'email'), password: loginHref(detailsHref(), 'password') },
    settingsHref: chosen && ownerHref(chosen.alias, 'myAccount'),
  }
  return { page: 'details' as const, title: titled(t('details.title')), who, chosen, view, done: doneOf(request, details) }
}

/** A form that succeeded redirects: the session may have a new cookie, which only the next request carries. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const token = fieldOf(form, 'token')
  if (token) {
    const { failure } = await submitForm(request, () => call('accounts.confirmEmail', { input: { token } }))
    if (!failure) throw redirect(detailsHref('email'))
    if (failure.status === 401) throw redirect(loginHref(`${detailsHref()}?${new URLSearchParams({ token })}`))
    return data({ failure, result: null }, { status: failure.status })
  }
  const part = fieldOf(form, 'part')
  const refuse = (at: DetailsResult['at'], failure: Failure, issues: Record<string, string> = {}, typed = '') => {
    if (failure.status === 401) throw redirect(loginHref(detailsHref(), at === 'name' ? undefined : at))
    const result: DetailsResult = { at, message: failure.message, issues: { ...failure.issues, ...issues }, typed }
    return data({ failure: null, result }, { status: failure.status })
  }
  if (part === 'name') {
    const name = fieldOf(form, 'name')
    const { failure } = await submitForm(request, () => call('accounts.rename', { input: { name } }))
    if (!failure) throw redirect(detailsHref('name'))
    return refuse('name', failure, {}, name)
  }
  if (part === 'email') {
    const email = fieldOf(form, 'email')
    const { failure } = await submitForm(request, () => call('accounts.requestEmailChange', { input: { email } }))
    if (!failure) throw redirect(detailsHref('sent'))
    const isSame = failure.codes['email'] === 'unchanged'
    return refuse('email', failure, isSame ? { email: t('details.emailSame') } : {}, email)
  }
  if (part === 'email-cancel') {
    const { failure } = await submitForm(request, () => call('accounts.cancelEmailChange', { input: {} }))
    if (!failure) throw redirect(detailsHref('canceled'))
    return refuse('email', failure)
  }
  const input = { current: fieldOf(form, 'current'), password: fieldOf(form, 'password') }
  const { failure } = await submitForm(request, () => call('accounts.changePassword', { input }))
  if (!failure) throw redirect(detailsHref('password'))
  return refuse('password', failure)
}

export { unlessShare as shouldRevalidate } from '../../platform/share-address.ts'

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountDetails() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { key } = useLocation()
  const t = useTranslate()
  if (loaded.page === 'confirm') {
    return (
      <LoginPage title={t('details.confirmTitle')} lead={!loaded.issue && t('details.confirmLead')}>
        <UseLinkForm
          token={loaded.token}
          failure={answer?.failure ?? loaded.issue}
          button={t('details.confirmButton')}
          newLink={{ label: t('details.confirmBack'), href: detailsHref() }}
        />
      </LoginPage>
    )
  }
  const { who, chosen, view, done } = loaded
  return (
    <AccountShell
      who={who}
      chosen={chosen}
      here="details"
      hrefOf={(card) => `/account/details?${new URLSearchParams({ card })}`}
      plan={chosen?.plan ?? null}
    >
      <Stack isNarrow>
        <PageHeader title={t('details.title')} lead={t('details.lead')} />
        <DetailsPage view={view} done={done && { ...done, key }} result={answer?.result ?? null} />
      </Stack>
    </AccountShell>
  )
}

/** The form that succeeded last, from the address. */
function doneOf(request: Request, { email, newEmail, sendsMail }: Details): Omit<DetailsDone, 'key'> | null {
  const t = translateFor(request)
  const done = new URL(request.url).searchParams.get('done')
  if (done === 'name') return { at: 'name', text: t('details.nameSaved') }
  if (done === 'password') return { at: 'password', text: t('details.passwordSaved') }
  if (done === 'sent' && newEmail !== null) return { at: 'email', text: t('details.emailSent', { email: newEmail, sendsMail }) }
  if (done === 'canceled') return { at: 'email', text: t('details.emailCanceled') }
  if (done === 'email') return { at: 'email', text: t('details.emailChanged', { email }) }
  return null
}
