import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { RequestEmailForm } from '../../features/sign-in/request-email-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from './return-url.ts'
import { formWithErrors, fieldOf, submitForm } from '../submit-form.ts'

export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'login.forgotTitle')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const typed = { email: fieldOf(form, 'email'), name: fieldOf(form, 'name') }
  const input = { ...typed, returnUrl: returnUrl(fieldOf(form, 'returnUrl'), '/account') }
  const { failure } = await submitForm(request, () => context.get(apiContext).call('accounts.requestReset', { input }))
  return failure ? formWithErrors(failure, typed) : { failure: null, typed, isSent: true }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Forgot() {
  const { returnUrl: back } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  return (
    <LoginPage title={t('login.forgotTitle')} lead={t('login.forgotLead')}>
      <RequestEmailForm
        returnUrl={back}
        typed={sent?.typed ?? { email: '', name: '' }}
        failure={sent?.failure ?? null}
        isSent={sent?.isSent ?? false}
        button={t('login.forgotButton')}
      />
    </LoginPage>
  )
}
