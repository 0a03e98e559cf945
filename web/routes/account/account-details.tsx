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
import { ownerHref } from '#contract/pages.ts'
import { DetailsPage } from '../../features/account/details/details-page.tsx'
import type { DetailsDone, DetailsResult, DetailsView } from '../../features/account/details/details-view.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { loadWho } from '../owner/load-who.ts'
import { metas } from '../metas.ts'
import { fieldOf, submitForm } from '../submit-form.ts'
import { translateFor } from '../translate-for.ts'
import { detailsHref } from './account-links.ts'
import { AccountShell } from './account-shell.tsx'
import { loadChosen } from './load-chosen.ts'
import { loginHref, openAccount } from './open-account.ts'

/** How the account logs in. */
export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  await openAccount(args)
  const [details, who] = await Promise.all([context.get(apiContext).call('accounts.details'), loadWho(args)])
  const chosen = (await loadChosen(args, who.cards))?.chosen ?? null
  const t = translateFor(request)
  const view: DetailsView = {
    ...details,
    againHrefs: { password: loginHref(detailsHref(), 'password') },
    settingsHref: chosen && ownerHref(chosen.alias, 'myAccount'),
  }
  return { title: `${t('details.title')} | ${context.get(siteContext).productName}`, who, chosen, view, done: doneOf(request) }
}

/** A form that succeeded redirects: the session may have a new cookie, which only the next request carries. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const form = await request.formData()
  const { call } = context.get(apiContext)
  const t = translateFor(request)
  const input = { current: fieldOf(form, 'current'), password: fieldOf(form, 'password') }
  const { failure } = await submitForm(request, () => call('accounts.changePassword', { input }))
  if (!failure) throw redirect(detailsHref('password'))
  if (failure.status === 401) throw redirect(loginHref(detailsHref(), 'password'))
  const issues = { ...failure.issues, ...('current' in failure.issues && { current: t('problem.currentPassword') }) }
  const result: DetailsResult = { at: 'password', message: failure.message, issues }
  return data(result, { status: failure.status })
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountDetails() {
  const { who, chosen, view, done } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const { key } = useLocation()
  const t = useTranslate()
  return (
    <ToastProvider>
      <AccountShell
        who={who}
        chosen={chosen}
        here="details"
        hrefOf={(card) => `/account/details?${new URLSearchParams({ card })}`}
        plan={chosen?.plan ?? null}
      >
        <Stack isNarrow>
          <PageHeader title={t('details.title')} lead={t('details.lead')} />
          <DetailsPage view={view} done={done && { ...done, key }} result={result ?? null} />
        </Stack>
      </AccountShell>
    </ToastProvider>
  )
}

/** The form that succeeded last, from the address. */
function doneOf(request: Request): Omit<DetailsDone, 'key'> | null {
  const t = translateFor(request)
  return new URL(request.url).searchParams.get('done') === 'password' ? { at: 'password', text: t('details.passwordSaved') } : null
}
