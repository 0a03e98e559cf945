import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { RequestEmailForm } from '../../features/sign-in/request-email-form.tsx'
import { UseLinkForm } from '../../features/sign-in/use-link-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/router-context.ts'
import { linkIssue } from './link-issue.ts'
import { LoginPage, loginFacts, sentWords } from './login-page.tsx'
import { metas } from '../metas.ts'
import { requestEmail } from './request-email.ts'
import { returnUrl } from '../../loaders/return-url.ts'
import { formWithErrors, fieldOf, submitForm } from '../../loaders/submit-form.ts'

/** With a token: a button to log in, because mail scanners open links, too. Without one: the form to request the link. */
export async function loader(args: LoaderFunctionArgs) {
  const facts = loginFacts(args, 'page.login', { takesLinks: true })
  return { ...facts, linkIssue: await linkIssue(args, 'login', facts.token) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const token = fieldOf(form, 'token')
  if (token) {
    const { value, failure } = await submitForm(request, () => api.call('accounts.useLink', { input: { token } }))
    return failure ? formWithErrors(failure, { email: '', name: '' }) : redirect(returnUrl(value.returnUrl, '/account'))
  }
  const back = returnUrl(fieldOf(form, 'returnUrl'), '/account')
  return requestEmail(request, form, ({ email }) => api.call('accounts.requestLink', { input: { email, returnUrl: back } }))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Link() {
  const { returnUrl: back, sendsMail, token, linkIssue } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  if (token) {
    return (
      <LoginPage title={t('login.linkTitle')} lead={!linkIssue && t('login.linkLead')}>
        <UseLinkForm
          token={token}
          failure={sent?.failure ?? linkIssue}
          button={t('login.button')}
          newLink={{ label: t('login.anotherLink'), href: '/account/link' }}
        />
      </LoginPage>
    )
  }
  return (
    <LoginPage
      {...(sentWords(sent, sendsMail, t) ?? { title: t('login.mailTitle', { sendsMail }), lead: t('login.mailLead', { sendsMail }) })}
    >
      <RequestEmailForm
        returnUrl={back}
        typed={sent?.typed ?? { email: '', name: '' }}
        failure={sent?.failure ?? null}
        isSent={sent?.isSent ?? false}
        sendsMail={sendsMail}
        isAgain={sent?.isAgain ?? false}
        button={t('login.mailButton', { sendsMail })}
      />
    </LoginPage>
  )
}
