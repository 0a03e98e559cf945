import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { OutsideLogin, SignInForm } from '../../features/sign-in/sign-in-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/provided.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from './return-url.ts'
import { again, fieldOf, tried } from '../admin/tried.ts'

export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'page.login')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const input = {
    email: fieldOf(form, 'email'),
    password: fieldOf(form, 'password'),
    returnUrl: returnUrl(fieldOf(form, 'returnUrl'), '/account'),
  }
  const { value, trouble } = await tried(request, () => context.get(apiContext).call('accounts.signIn', { input }))
  return trouble ? again(trouble, { email: input.email, name: '' }) : redirect(value.returnUrl)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountLogin() {
  const { returnUrl: back, problem, why, isLoginOutside } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  const provider = problem === 'provider' ? { message: t('login.providerFailed'), faults: {} } : null
  if (isLoginOutside) {
    return (
      <LoginPage title={t('login.formTitle')}>
        <OutsideLogin href={`/bff/login?${new URLSearchParams({ returnUrl: back })}`} />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t('login.formTitle')}>
      <SignInForm
        returnUrl={back}
        email={sent?.typed.email ?? ''}
        trouble={sent?.trouble ?? provider}
        notice={why && t(`login.why.${why}`)}
      />
    </LoginPage>
  )
}
