import {
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { NewPasswordForm } from '../../features/sign-in/new-password-form.tsx'
import { UseLinkForm } from '../../features/sign-in/use-link-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { linkIssue } from './link-issue.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from '../../loaders/return-url.ts'
import { formWithErrors, fieldOf, submitForm, type Failure } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const isNew = new URL(args.request.url).searchParams.get('link') === 'sign-up'
  const facts = loginFacts(args, 'login.passwordTitle')
  // A page without a token has no link to use either.
  return { ...facts, isNew, linkIssue: await linkIssue(args, 'password', facts.token || 'none') }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const token = fieldOf(form, 'token')
  const { value, failure } = await submitForm(request, async () =>
    fieldOf(form, 'way') === 'link'
      ? { ...(await api.call('accounts.useLink', { input: { token } })), passkeys: [] }
      : await api.call('accounts.resetPassword', { input: { token, password: fieldOf(form, 'password') } }),
  )
  if (failure) return formWithErrors(failure, {})
  const next = returnUrl(value.returnUrl, '/account')
  // Someone with the old password may have added another way to log in.
  return redirectDocument(value.passkeys.length > 0 ? `/account/passkeys?${new URLSearchParams({ returnUrl: next })}` : next)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Password() {
  const { token, isNew, linkIssue } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  const issue = isLinkUsed(sent?.failure) ? sent.failure : linkIssue
  if (issue) {
    const newLink = { label: t('login.anotherLink'), href: isNew ? '/account/sign-up' : '/account/forgot' }
    return (
      <LoginPage title={t('login.passwordTitle')}>
        <UseLinkForm token={token} failure={issue} button={t('login.setPassword')} newLink={newLink} />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t('login.passwordTitle')} lead={t('login.passwordLead')}>
      <NewPasswordForm token={token} isSkippable={isNew} failure={sent?.failure ?? null} />
    </LoginPage>
  )
}

const isLinkUsed = (failure: Failure | undefined): failure is Failure => failure?.type === '/problems/link-used'
