import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { RequestEmailForm } from '../../features/sign-in/request-email-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts, sentWords } from './login-page.tsx'
import { metas } from '../metas.ts'
import { requestEmail } from './request-email.ts'

export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'login.forgotTitle')

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const { call } = context.get(apiContext)
  return requestEmail(request, form, ({ email }) => call('accounts.requestReset', { input: { email } }))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Forgot() {
  const { returnUrl: back, sendsMail } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  return (
    <LoginPage {...(sentWords(sent, sendsMail, t) ?? { title: t('login.forgotTitle'), lead: t('login.forgotLead', { sendsMail }) })}>
      <RequestEmailForm
        returnUrl={back}
        typed={sent?.typed ?? { email: '', name: '' }}
        failure={sent?.failure ?? null}
        isSent={sent?.isSent ?? false}
        sendsMail={sendsMail}
        isAgain={sent?.isAgain ?? false}
        button={t('login.forgotButton', { sendsMail })}
      />
    </LoginPage>
  )
}
