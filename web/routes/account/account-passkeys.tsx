import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { KnownPasskeys } from '../../features/sign-in/known-passkeys.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { loginHref, openAccount } from '../../loaders/open-account.ts'
import { formWithErrors, fieldOf, submitForm } from '../../loaders/submit-form.ts'
import { useLanguage } from '../shell/use-language.ts'

/** After a password change: lists the passkeys, because someone with the old password may have added one. */
export async function loader(args: LoaderFunctionArgs) {
  const facts = loginFacts(args, 'login.keysTitle')
  await openAccount(args)
  const { passkeys } = await args.context.get(apiContext).call('accounts.loginMethods')
  return { ...facts, passkeys }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const here = pathname.replace(/\.data$/, '') + search
  const id = fieldOf(await request.formData(), 'id')
  const { failure } = await submitForm(request, () => context.get(apiContext).call('accounts.removePasskey', { input: { id } }))
  if (failure?.status === 401) return redirect(loginHref(here, 'passkeys'))
  return failure ? formWithErrors(failure, { email: '', name: '' }) : redirect(here)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountPasskeys() {
  const { passkeys, returnUrl } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  return (
    <LoginPage title={t('login.keysTitle')} lead={t('login.keysLead')}>
      <KnownPasskeys passkeys={passkeys} returnUrl={returnUrl} language={useLanguage()} failure={sent?.failure ?? null} />
    </LoginPage>
  )
}
