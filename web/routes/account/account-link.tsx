import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { AskMailForm } from '../../features/sign-in/ask-mail-form.tsx'
import { UseLinkForm } from '../../features/sign-in/use-link-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext } from '../../platform/provided.ts'
import { LoginPage, loginFacts } from './login-page.tsx'
import { metas } from '../metas.ts'
import { returnUrl } from './return-url.ts'
import { again, fieldOf, tried } from '../admin/tried.ts'

/** With a token, the end of the way: one press, because programs that look at mails open links too. Without one, its beginning. */
export const loader = (args: LoaderFunctionArgs) => loginFacts(args, 'page.login', { takesLinks: true })

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const typed = { email: fieldOf(form, 'email'), name: '' }
  const token = fieldOf(form, 'token')
  if (token) {
    const { value, trouble } = await tried(request, () => api.call('accounts.useLink', { input: { token } }))
    return trouble ? again(trouble, typed) : redirect(returnUrl(value.returnUrl, '/account'))
  }
  const input = { email: typed.email, returnUrl: returnUrl(fieldOf(form, 'returnUrl'), '/account') }
  const { trouble } = await tried(request, () => api.call('accounts.requestLink', { input }))
  return trouble ? again(trouble, typed) : { trouble: null, typed, isSent: true }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function Link() {
  const { returnUrl: back, token } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  if (token) {
    return (
      <LoginPage title={t('login.linkTitle')} lead={t('login.linkLead')}>
        <UseLinkForm token={token} trouble={sent?.trouble ?? null} />
      </LoginPage>
    )
  }
  return (
    <LoginPage title={t('login.mailTitle')} lead={t('login.mailLead')}>
      <AskMailForm
        returnUrl={back}
        typed={sent?.typed ?? { email: '', name: '' }}
        trouble={sent?.trouble ?? null}
        isSent={sent?.isSent ?? false}
        button={t('login.mailButton')}
      />
    </LoginPage>
  )
}
