import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  redirect,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from 'react-router'
import { isSecureAddress } from '#common/is-secure-address.ts'
import { isProblem } from '#contract/api.ts'
import { snackbarMs } from '#contract/constants.ts'
import { LoginInstead } from '../../features/sign-in/login-instead.tsx'
import { SetupForm } from '../../features/sign-in/setup-form.tsx'
import { SetupStart } from '../../features/sign-in/setup-start.tsx'
import css from '../../features/sign-in/setup-steps.css?inline'
import { useOpenedCode, withCode } from '../../features/sign-in/use-opened-code.ts'
import { SetupFrame } from '../../features/setup/setup-frame.tsx'
import { useTranslate } from '../../i18n/use-translate.ts'
import { apiContext, siteContext } from '../../platform/router-context.ts'
import { useReloadOnNewLink } from '../../platform/use-reload-on-new-link.ts'
import { useSite } from '../../platform/use-site.ts'
import closedDoor from '../../ui/art/spot-closed-door.svg?url'
import { Button } from '../../ui/button/button.tsx'
import { KitStyle } from '../../ui/kit-style.tsx'
import { ToastProvider } from '../../ui/overlay/toast.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import ownerTokens from '../../ui/styles/owner-tokens.css?inline'
import { useCopy } from '../../ui/use-copy.ts'
import { LanguageMenu } from '../language-menu.tsx'
import languageMenu from '../language-menu.css?inline'
import { metas } from '../metas.ts'
import { MessagePage, ProductStyle } from '../product-page.tsx'
import { chooseLanguage } from '../../loaders/choose-language.ts'
import { openAdmin } from '../../loaders/open-admin.ts'
import { fieldOf, formWithErrors, submitForm, type Failure } from '../../loaders/submit-form.ts'
import { translateFor } from '../../loaders/translate-for.ts'
import { loginFacts } from './login-page.tsx'

const nextStep = '/setup/installation'
const restorePage = '/setup/restore'

/** `start` is the answer of the first step. A browser carries the fragment, with the code, along a redirect. */
export async function loader(args: LoaderFunctionArgs) {
  const start = new URL(args.request.url).searchParams.get('start')
  if (start === 'restore') throw redirect(restorePage)
  const { setupMinutesLeft } = await args.context.get(apiContext).call('accounts.signUpState', { query: {} })
  const takesSetup = setupMinutesLeft !== null
  if (!takesSetup && (await isAdmin(args))) throw redirect(nextStep)
  const words = !takesSetup ? 'login.setupEnded' : start === 'new' ? 'login.setupTitle' : 'setup.startTitle'
  const { title, isLoginOutside } = loginFacts(args, words, { isOwn: true })
  return { title, isLoginOutside, minutesLeft: setupMinutesLeft, start }
}

/** An administrator who closed the setup after its first step continues it by the same link. */
const isAdmin = (args: LoaderFunctionArgs) =>
  openAdmin(args).then(
    () => true,
    (thrown: unknown) => {
      if (isProblem(thrown)) throw thrown
      return false
    },
  )

/** Also after a refusal: another browser may have finished. */
export const shouldRevalidate = () => true

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  if (form.has('language')) return chooseLanguage(form)
  const api = context.get(apiContext)
  const typed = { name: fieldOf(form, 'name'), email: fieldOf(form, 'email'), setupCode: fieldOf(form, 'setupCode').slice(0, 300) }
  const early = insecureIssue({ request, context }) ?? missingCode(request, typed.setupCode)
  if (early) return formWithErrors(early, typed)
  if (context.get(siteContext).isLoginOutside) {
    const input = { setupCode: typed.setupCode, returnUrl: nextStep }
    const { value, failure } = await submitForm(request, () => api.call('accounts.startSetup', { input }))
    return failure ? formWithErrors(failure, typed) : { failure: null, typed, address: value.address }
  }
  const passkey = passkeyIn(form)
  const input = { ...typed, ...(passkey ? { passkey } : form.has('password') && { password: fieldOf(form, 'password') }) }
  const { value, failure } = await submitForm(request, () => api.call('accounts.setUp', { input }))
  if (!failure) return redirectDocument(value.returnUrl)
  const isOfPasskey = passkey !== null && failure.status === 422 && Object.keys(failure.issues).every((path) => path.startsWith('passkey'))
  const refused = { ...failure, issues: {}, message: translateFor(request)('login.setupPasskeyRefused') }
  return formWithErrors(isOfPasskey ? refused : failure, typed)
}

/** What the device answered, as the page's script put it into the form. The server checks it. */
function passkeyIn(form: FormData): { userId: string; answer: never } | null {
  try {
    const passkey: unknown = JSON.parse(fieldOf(form, 'passkey'))
    return typeof passkey === 'object' ? (passkey as { userId: string; answer: never } | null) : null
  } catch {
    return null
  }
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

const never = () => () => {}

/** Setup by the link that the server prints: the choice to start new, and the first administrator's account. */
export default function AccountSetup() {
  const { isLoginOutside, minutesLeft, start: chosen } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const t = useTranslate()
  const { publicUrl } = useSite()
  const isInsecure = useSyncExternalStore(
    never,
    () => isSecureAddress(publicUrl) && !isSecureAddress(location.href),
    () => false,
  )
  if (minutesLeft === null) return <EndedSetup isAfterForm={Boolean(sent?.failure)} />
  const start = { step: 'start', title: t('setup.startTitle'), lead: t('setup.startLead') } as const
  const account = { step: 'account', title: t('login.setupTitle'), lead: t('login.setupLead') } as const
  return (
    <>
      <ProductStyle name="setup-steps" css={import.meta.env.SSR ? ownerTokens + css + languageMenu : ''} />
      <KitStyle />
      {isInsecure ? (
        <SetupFrame {...start} foot={null}>
          <Insecure />
        </SetupFrame>
      ) : sent && 'address' in sent ? (
        <SetupFrame {...account} foot={null}>
          <LoginInstead message={t('login.setupAccepted')} href={sent.address} />
        </SetupFrame>
      ) : sent || chosen === 'new' ? (
        <SetupForm
          isLoginOutside={isLoginOutside}
          typed={sent?.typed ?? { name: '', email: '', setupCode: '' }}
          failure={sent?.failure ?? null}
          isCodeRefused={sent?.failure?.type === '/problems/setup-link-used'}
          frame={(parts) => <SetupFrame {...account} {...parts} />}
        />
      ) : (
        <SetupStart
          minutesLeft={minutesLeft}
          frame={({ children, ...parts }) => (
            <SetupFrame {...start} {...parts}>
              {children}
              <Language />
            </SetupFrame>
          )}
        />
      )}
    </>
  )
}

/** The language of setup and of the administrator's account. Choosing one keeps the setup code in the address. */
function Language() {
  const [code] = useOpenedCode()
  // Once a script has read the code, the skip link may have replaced it in the address.
  return <LanguageMenu action={code ? withCode('/setup', code) : null} returnUrl="/setup" />
}

function Insecure() {
  const t = useTranslate()
  const { publicUrl } = useSite()
  const [code] = useOpenedCode()
  return (
    <Banner kind="warn" isLive>
      {t('login.setupInsecure', { address: withCode(`${publicUrl}/setup`, code) })}
    </Banner>
  )
}

function EndedSetup({ isAfterForm }: { isAfterForm: boolean }) {
  const t = useTranslate()
  const command = useRef<HTMLDivElement>(null)
  // It replaced the form that had the focus.
  useEffect(() => {
    const heading = command.current?.closest('main')?.querySelector('h1')
    if (!isAfterForm || !heading) return
    heading.tabIndex = -1
    heading.focus()
  }, [isAfterForm])
  useReloadOnNewLink()
  return (
    <MessagePage
      style={
        <>
          <ProductStyle name="message" css={import.meta.env.SSR ? ownerTokens + css : ''} />
          <KitStyle />
        </>
      }
      art={closedDoor}
      title={t('login.setupEnded')}
      lead={t('login.setupEndedMore')}
      actions={
        <a className="btn wide ghost" href="/account/login">
          {t('login.back')}
        </a>
      }
    >
      <div ref={command}>
        <ToastProvider>
          <Command text="npm run carte -- setup-link" />
        </ToastProvider>
      </div>
    </MessagePage>
  )
}

function Command({ text }: { text: string }) {
  const t = useTranslate()
  const [isCopied, copy] = useCopy({ good: t('connections.copied'), bad: t('connections.notCopied'), forMs: snackbarMs.notice })
  return (
    <p className="sheet-panel setup-command across">
      <code>{text}</code>
      <Button kind="ghost" size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy(text)}>
        {t('connections.copy')}
      </Button>
    </p>
  )
}
