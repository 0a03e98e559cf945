import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { LoginInstead } from '../../features/sign-in/login-instead.tsx'
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { isLoggedIn } from '../../loaders/open-account.ts'
import { returnUrl } from '../../loaders/return-url.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { formWithErrors, fieldOf, loginProblemKey, submitForm } from '../../loaders/submit-form.ts'

export async function loader(args: LoaderFunctionArgs) {
  const facts = loginFacts(args, 'page.login')
  const isForced = facts.problem || facts.why || new URL(args.request.url).searchParams.get('prompt') === 'login'
  if (!isForced && (await isLoggedIn(args.context.get(apiContext)))) throw redirect(facts.returnUrl)
  // Translated here: the browser gets only the messages that its components name.
  return { ...facts, problemText: facts.problem ? translateFor(args.request)(loginProblemKey(facts.problem)) : '' }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const input = {
    email: fieldOf(form, 'email'),
    password: fieldOf(form, 'password'),
    returnUrl: returnUrl(fieldOf(form, 'returnUrl'), '/account'),
  }
  const { value, failure } = await submitForm(request, () => context.get(apiContext).call('accounts.signIn', { input }))
  return failure ? formWithErrors(failure, { email: input.email, name: '' }) : redirect(value.returnUrl)
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function AccountLogin() {
  const { returnUrl: back, problemText, why, isLoginOutside, takesSignUps, sendsMail } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  const provider = problemText ? { message: problemText, issues: {} } : null
  if (isLoginOutside) {
    return (
      <LoginPage title={t('login.formTitle')}>
        <LoginInstead isError message={problemText} href={`/bff/login?${new URLSearchParams({ returnUrl: back })}`} />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t('login.formTitle')}>
      <SignInForm
        returnUrl={back}
        email={sent?.typed.email ?? ''}
        failure={sent?.failure ?? provider}
        notice={why && t(`login.why.${why}`)}
        takesSignUps={takesSignUps}
        sendsMail={sendsMail}
      />
    </LoginPage>
  )
}
