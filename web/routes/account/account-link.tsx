import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { RequestEmailForm } from '../../features/sign-in/request-email-form.tsx'
import { UseLinkForm } from '../../features/sign-in/use-link-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from './return-url.ts'
import { formWithErrors, fieldOf, submitForm } from '../submit-form.ts'

/** With a token: a button to log in, because mail scanners open links, too. Without one: the form to request the link. */
export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'page.login', { takesLinks: true })

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const typed = { email: fieldOf(form, 'email'), name: '' }
  const token = fieldOf(form, 'token')
  if (token) {
    const { value, failure } = await submitForm(request, () => api.call('accounts.useLink', { input: { token } }))
    return failure ? formWithErrors(failure, typed) : redirect(returnUrl(value.returnUrl, '/account'))
  }
  const input = { email: typed.email, returnUrl: returnUrl(fieldOf(form, 'returnUrl'), '/account') }
  const { failure } = await submitForm(request, () => api.call('accounts.requestLink', { input }))
  return failure ? formWithErrors(failure, typed) : { failure: null, typed, isSent: true }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Link() {
  const { returnUrl: back, token } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  if (token) {
    return (
      <LoginPage title={t('login.linkTitle')} lead={t('login.linkLead')}>
        <UseLinkForm
          token={token}
          failure={sent?.failure ?? null}
          button={t('login.button')}
          again={{ label: t('login.anotherLink'), href: '/account/link' }}
        />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t('login.mailTitle')} lead={t('login.mailLead')}>
      <RequestEmailForm
        returnUrl={back}
        typed={sent?.typed ?? { email: '', name: '' }}
        failure={sent?.failure ?? null}
        isSent={sent?.isSent ?? false}
        button={t('login.mailButton')}
      />
    </LoginPage>
  )
}
