import { useEffect, useRef } from 'react'
import {
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isSecureAddress } from '#common/is-secure-address.ts'
import { LoginInstead } from '../../features/sign-in/login-instead.tsx'
import { SetupForm } from '../../features/sign-in/setup-form.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import setupArt from '../../ui/art/setup-account.svg?url'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import { metas } from '../metas.ts'
import { MessagePage } from '../product-page.tsx'
import { fieldOf, formWithErrors, submitForm, type Failure } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { LoginPage, loginFacts } from './login-page.tsx'

const newCard = '/account/new'

export async function loader(args: LoaderFunctionArgs) {
  const { takesSetup } = await args.context.get(apiContext).call('accounts.signUpState', { query: {} })
  const { title, isLoginOutside } = loginFacts(args, takesSetup ? 'login.setupTitle' : 'login.setupEnded', { isOwn: true })
  return { title, isLoginOutside, takesSetup }
}

/** Also after a refusal: another browser may have finished. */
export const shouldRevalidate = () => true

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  const typed = { name: fieldOf(form, 'name'), email: fieldOf(form, 'email'), setupCode: fieldOf(form, 'setupCode').slice(0, 300) }
  const early = insecureIssue({ request, context }) ?? missingCode(request, typed.setupCode)
  if (early) return formWithErrors(early, typed)
  if (context.get(siteContext).isLoginOutside) {
    const input = { setupCode: typed.setupCode, returnUrl: newCard }
    const { value, failure } = await submitForm(request, () => api.call('accounts.startSetup', { input }))
    return failure ? formWithErrors(failure, typed) : { failure: null, typed, address: value.address }
  }
  const input = { ...typed, password: fieldOf(form, 'password') }
  const { value, failure } = await submitForm(request, () => api.call('accounts.setUp', { input }))
  return failure ? formWithErrors(failure, typed) : redirectDocument(value.returnUrl)
}

/** Opened over http from another machine, the browser would not store the session. Nothing is done yet. */
function insecureIssue({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>): Failure | null {
  const { publicUrl } = context.get(siteContext)
  // The browser's own address: a proxy may use another host name for the request.
  const from = request.headers.get('referer') ?? ''
  if (!URL.canParse(from) || isSecureAddress(from) || !isSecureAddress(publicUrl)) return null
  const message = translateFor(request)('login.setupInsecure', { address: `${publicUrl}/setup` })
  return { message, status: 403, type: '/problems/not-allowed', issues: {}, codes: {} }
}

/** The form was sent before a script read the code from the address. */
function missingCode(request: Request, setupCode: string): Failure | null {
  if (setupCode.trim() !== '') return null
  const message = translateFor(request)('login.setupCodeMissing')
  return { message, status: 422, type: '/problems/input-invalid', issues: { setupCode: message }, codes: {} }
}

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => metas({ title: loaderData?.title ?? '', isListed: false })

/** The first administrator's account, by the link that the server prints. */
export default function AccountSetup() {
  const { isLoginOutside, takesSetup } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  if (!takesSetup) return <EndedSetup isAfterForm={Boolean(sent?.failure)} />
  return (
    <LoginPage title={t('login.setupTitle')} lead={t('login.setupLead')} setupArt={setupArt}>
      {sent && 'address' in sent ? (
        <LoginInstead message={t('login.setupAccepted')} href={sent.address} />
      ) : (
        <SetupForm
          isLoginOutside={isLoginOutside}
          typed={sent?.typed ?? { name: '', email: '', setupCode: '' }}
          failure={sent?.failure ?? null}
          isCodeRefused={sent?.failure?.type === '/problems/setup-link-used'}
        />
      )}
    </LoginPage>
  )
}

function EndedSetup({ isAfterForm }: { isAfterForm: boolean }) {
  const t = useTranslate()
  const command = useRef<HTMLParagraphElement>(null)
  // It replaced the form that had the focus.
  useEffect(() => {
    const heading = command.current?.closest('main')?.querySelector('h1')
    if (!isAfterForm || !heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [isAfterForm])
  // A new link opened in this tab differs in its fragment only, which loads nothing.
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  return (
    <MessagePage
      art={closedDoor}
      title={t('login.setupEnded')}
      lead={t('login.setupEndedMore')}
      actions={
        <a className="btn wide ghost" href="/account/login">
          {t('login.back')}
        </a>
      }
    >
      <p ref={command} className="sheet-panel">
        <code>npm run carte -- setup-link</code>
      </p>
    </MessagePage>
  )
}
