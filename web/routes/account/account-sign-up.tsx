import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, useActionData, useLoaderData } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { beginningOf } from '#common/text/beginning-of.ts'
import { LoginInstead } from '../../features/sign-in/login-instead.tsx'
import { RequestEmailForm } from '../../features/sign-in/request-email-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { LoginPage, loginFacts, sentWords } from './login-page.tsx'
import { metas } from '../metas.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { requestEmail } from './request-email.ts'
import { returnUrl } from '../../loaders/return-url.ts'
import { fieldOf } from '../../loaders/submit-form.ts'

/** After signing up, a card is created. */
const newCard = '/account/new'

const invitationIn = (request: Request) => beginningOf(new URL(request.url).searchParams.get('invitation') ?? '', 200)

export async function loader(args: LoaderFunctionArgs) {
  const { request, context } = args
  const { signUp, isLoginOutside } = context.get(siteContext)
  const invitation = invitationIn(request)
  const state = await context
    .get(apiContext)
    .call('accounts.signUpState', { query: { invitation } })
    .catch((thrown: unknown) => {
      if (!isProblem(thrown) || thrown.problem.status !== 429) throw thrown
      // Many people behind one address: the form, which checks again when it is sent.
      return { invitation: invitation ? ('valid' as const) : ('none' as const) }
    })
  const isClosed = signUp === 'off' || (signUp === 'invited' && state.invitation !== 'valid')
  const facts = loginFacts(args, 'login.signUpTitle', { home: newCard, isOwn: true })
  // Signing up at an identity provider is logging in there.
  const loginHref = `/bff/login?${new URLSearchParams({ returnUrl: facts.returnUrl, ...(invitation && { invitation }) })}`
  if (isLoginOutside && !isClosed) throw redirect(loginHref)
  // Translated here: the browser gets only the messages that its components name.
  const t = translateFor(request)
  const isUsed = state.invitation === 'invalid' && signUp !== 'open'
  const issue =
    signUp === 'off' ? t('problem.signUpOff') : isUsed ? t('problem.invitationUsed') : isClosed ? t('problem.signUpInvited') : ''
  const isInvited = state.invitation === 'valid' && signUp !== 'open'
  const lead = t(isInvited ? 'login.invitedLead' : signUp === 'domains' ? 'login.domainLead' : 'login.signUpLead', {
    sendsMail: facts.sendsMail,
  })
  return { ...facts, loginHref, isClosed, issue, lead }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const back = returnUrl(fieldOf(form, 'returnUrl'), newCard)
  const invitation = invitationIn(request)
  return requestEmail(request, form, (typed) => api.call('accounts.signUp', { input: { ...typed, returnUrl: back, invitation } }))
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

export default function SignUp() {
  const { returnUrl: back, loginHref, sendsMail, isClosed, issue, lead } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const typed = sent?.typed ?? { email: '', name: '' }
  const t = useTranslate()
  if (isClosed)
    return (
      <LoginPage title={t('login.signUpTitle')}>
        <LoginInstead message={issue} href={loginHref} />
      </LoginPage>
    )
  return (
    <LoginPage {...(sentWords(sent, sendsMail, t) ?? { title: t('login.signUpTitle'), lead })}>
      <RequestEmailForm
        returnUrl={back}
        typed={typed}
        failure={sent?.failure ?? (issue ? { message: issue, issues: {} } : null)}
        isSent={sent?.isSent ?? false}
        sendsMail={sendsMail}
        isAgain={sent?.isAgain ?? false}
        button={t('login.signUpButton', { sendsMail })}
        requiresName
      />
    </LoginPage>
  )
}
