import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { NewPasswordForm } from '../../features/sign-in/new-password-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/provided.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from './return-url.ts'
import { again, fieldOf, tried } from '../admin/tried.ts'

export function loader(args: LoaderFunctionArgs) {
  const isNew = new URL(args.request.url).searchParams.get('link') === 'sign-up'
  return { ...loginFacts(args, 'login.passwordTitle'), isNew }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const token = fieldOf(form, 'token')
  const { value, trouble } = await tried(request, async () =>
    fieldOf(form, 'way') === 'link'
      ? { ...(await api.call('accounts.useLink', { input: { token } })), passkeys: [] }
      : await api.call('accounts.resetPassword', { input: { token, password: fieldOf(form, 'password') } }),
  )
  if (trouble) return again(trouble, { email: '', name: '' })
  const next = returnUrl(value.returnUrl, '/account')
  // Whoever had the old password may have left a way in behind.
  return redirect(value.passkeys.length > 0 ? `/account/passkeys?${new URLSearchParams({ returnUrl: next })}` : next)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Password() {
  const { token, isNew } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  return (
    <LoginPage title={t('login.passwordTitle')} lead={t('login.passwordLead')}>
      <NewPasswordForm token={token} isSkippable={isNew} trouble={sent?.trouble ?? null} />
    </LoginPage>
  )
}
