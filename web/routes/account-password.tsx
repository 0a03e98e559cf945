import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { NewPasswordForm } from '../features/login/new-password-form.tsx'
import { useLaterSay } from '../i18n/use-later-say.ts'
import { apiContext } from '../platform/provided.ts'
import { LoginPage, loginFacts } from './parts/login-page.tsx'
import { metas } from './parts/metas.ts'
import { returnUrl } from './parts/return-url.ts'
import { again, fieldOf, tried } from './parts/tried.ts'

export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'login.passwordTitle')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const token = fieldOf(form, 'token')
  const { value, trouble } = await tried(request, () =>
    fieldOf(form, 'way') === 'link'
      ? api.call('accounts.useLink', { input: { token } })
      : api.call('accounts.resetPassword', { input: { token, password: fieldOf(form, 'password') } }),
  )
  return trouble ? again(trouble, { email: '', name: '' }) : redirect(returnUrl(value.returnUrl, '/account'))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Password() {
  const { token } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const say = useLaterSay()
  return (
    <LoginPage title={say('login.passwordTitle')} lead={say('login.passwordLead')}>
      <NewPasswordForm token={token} trouble={sent?.trouble ?? null} />
    </LoginPage>
  )
}
