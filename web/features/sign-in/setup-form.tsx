import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { MessageKey } from '#common/messages/message.ts'
import { isProblem } from '#contract/api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { createClient } from '../../platform/api/client.ts'
import { readDraft, writeDraft } from '../../platform/device/session-drafts.ts'
import { isPasskeyDialogClosed, useCanPasskey } from '../../platform/login/passkeys.ts'
import { usePasswordRule } from '../../platform/login/use-password-rule.ts'
import { useSite } from '../../platform/use-site.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { RadioCards } from '../../ui/field/radio-cards.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { Badge } from '../../ui/status/badge.tsx'
import { IconTile } from '../../ui/status/icon-tile.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { EmailField, NameField } from './person-fields.tsx'
import { useOpenedCode, withCode } from './use-opened-code.ts'

type Props = {
  /** The account is at an identity provider, so the form has only the code. */
  isLoginOutside: boolean
  typed: { name: string; email: string; setupCode: string }
  failure: { message: string; issues: Record<string, string> } | null
  isCodeRefused: boolean
  frame: (parts: { backHref: string; foot: ReactNode; children: ReactNode }) => ReactNode
}

const drafts = ['name', 'email'] as const

/** The newest code that was opened or sent. Null until a script has read the address. */
function useSetupCode({ typed, failure, isCodeRefused }: Pick<Props, 'typed' | 'failure' | 'isCodeRefused'>): string | null {
  const [code, setCode] = useOpenedCode()
  const [answered, setAnswered] = useState<Props['failure']>(null)
  if (failure && failure !== answered) {
    setAnswered(failure)
    setCode(isCodeRefused ? '' : typed.setupCode)
  }
  return code
}

/** The first administrator's account. The code comes from the address; without script, or after it was refused, it is typed. */
export function SetupForm({ isLoginOutside, typed, failure, isCodeRefused, frame }: Props) {
  const t = useTranslate()
  const known = useSetupCode({ typed, failure, isCodeRefused })
  const canPasskey = useCanPasskey(true)
  const isHydrated = useHydrated()
  // A form that was sent without a script had the password.
  const [isPasskeyChosen, choosePasskey] = useState(failure === null)
  const hasPasskey = canPasskey && isPasskeyChosen && !isLoginOutside
  const passkey = useNewPasskey(failure)
  const isSending = useNavigation().state !== 'idle'
  // Once the device was used, the server has accepted the fields.
  const current = passkey.state === 'idle' ? failure : null
  const issues = current?.issues ?? {}
  const codeError = isCodeRefused ? t('login.setupEnded') : failure?.issues['setupCode']
  const code = known ?? typed.setupCode
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  // What was chosen before the script ran, before it would remove the typed password.
  useLayoutEffect(() => {
    const way = form.current?.elements.namedItem('way')
    if (way instanceof RadioNodeList && way.value === 'password') choosePasskey(false)
  }, [])
  // What was typed before the step back.
  useEffect(() => {
    for (const name of drafts) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value ||= readDraft(`setup-${name}`)
    }
  }, [])
  const storeDraft = ({ target }: FormEvent) => {
    if (target instanceof HTMLInputElement && drafts.some((name) => name === target.name)) writeDraft(`setup-${target.name}`, target.value)
  }
  return frame({
    backHref: withCode('/setup', code),
    foot: (
      <Button
        kind="primary"
        size="large"
        type="submit"
        form="setup-account"
        isBusy={passkey.state === 'busy' || isSending}
        {...(hasPasskey && isHydrated && { busyLabel: t('login.passkeyCreate') })}
      >
        {hasPasskey && <span className="setup-scripted">{t('login.passkeyCreate')}</span>}
        {!(hasPasskey && isHydrated) && <span className={hasPasskey ? 'setup-scriptless' : undefined}>{t('login.goOn')}</span>}
        {!hasPasskey && <Icon name="arrow-right" />}
      </Button>
    ),
    children: (
      <>
        {current && !isCodeRefused && Object.keys(issues).length === 0 && (
          <Banner kind="bad" isLive>
            {current.message}
          </Banner>
        )}
        {/* With a script the page stays, and so do the password and the code in its address. */}
        <Form
          id="setup-account"
          action={withCode('?start=new', code)}
          ref={form}
          className="setup-form"
          method="post"
          noValidate
          onInput={storeDraft}
          onSubmit={(event) => {
            if (!hasPasskey) return passkey.stop()
            if (passkey.isReady()) return
            event.preventDefault()
            void passkey.create(event.currentTarget)
          }}
        >
          <input type="hidden" name="passkey" />
          {code && !codeError ? (
            <input type="hidden" name="setupCode" value={code} />
          ) : (
            // Until a script has read the address, only browsers without scripts show it.
            <div className={known === null && !codeError ? 'setup-scriptless' : undefined}>
              <TextField
                label={t('login.setupCode')}
                name="setupCode"
                hint={isCodeRefused ? <EndedHint /> : t('login.setupHint')}
                defaultValue={typed.setupCode}
                error={codeError}
                autoComplete="off"
                spellCheck={false}
                maxLength={300}
                dir="ltr"
                required
              />
            </div>
          )}
          {!isLoginOutside && (
            <>
              <div className="setup-pair">
                <NameField typed={typed} issues={issues} />
                <EmailField typed={typed} issues={issues} autoComplete="username" />
              </div>
              {canPasskey && (
                <LoginWays
                  isPasskeyChosen={isPasskeyChosen}
                  onChange={(isPasskey) => {
                    choosePasskey(isPasskey)
                    passkey.stop()
                  }}
                />
              )}
              {hasPasskey && <PasskeyNext state={passkey.state} />}
              {/* Passkeys need a script: without one, the password is there from the start. */}
              {!(hasPasskey && isHydrated) && (
                <div className={hasPasskey ? 'setup-scriptless' : undefined}>
                  <NewPassword error={issues['password']} />
                </div>
              )}
              <p className="setup-note">
                <Icon name="mail" />
                <span>
                  <b>{t('login.setupNoMail')}</b> {t('login.setupNote')}
                </span>
              </p>
            </>
          )}
        </Form>
      </>
    ),
  })
}

/** Creates a passkey on this device, and sends the form with it. The library loads on the click. */
function useNewPasskey(failure: Props['failure']) {
  const { productSlug } = useSite()
  const [state, setState] = useState<PasskeyState>('idle')
  const attempt = useRef(0)
  const isReady = useRef(false)
  const sent = useRef<string>(null)
  // The server refused the passkey, so the device should stop offering it.
  useEffect(() => {
    if (failure && sent.current) void forgetPasskey(sent.current)
    sent.current = null
  }, [failure])

  async function create(form: HTMLFormElement) {
    if (state === 'busy') return
    setState('busy')
    const own = ++attempt.current
    const data = new FormData(form)
    const typed = (name: string) => String(data.get(name) ?? '')
    let passkey = ''
    try {
      const { call } = createClient({ slug: productSlug })
      const [{ startRegistration }, options] = await Promise.all([
        import('@simplewebauthn/browser'),
        call('accounts.newSetupPasskey', { input: { setupCode: typed('setupCode'), name: typed('name'), email: typed('email') } }),
      ])
      // The options come from the library's server half; the contract validates only what is used here.
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
      if (attempt.current !== own) return
      const answer = await startRegistration({ optionsJSON })
      if (attempt.current !== own) return void forgetPasskey(answer.id)
      sent.current = answer.id
      passkey = JSON.stringify({ userId: options.user.id, answer })
    } catch (thrown) {
      if (attempt.current !== own) return
      // An invalid field or code: the form is sent without a passkey, and its response shows the errors at the fields.
      const isOfForm = isProblem(thrown) && [410, 422].includes(thrown.problem.status)
      if (!isOfForm) return setState(stateAfter(thrown))
    }
    setState('idle')
    const field = form.elements.namedItem('passkey')
    if (!(field instanceof HTMLInputElement)) return
    field.value = passkey
    isReady.current = true
    form.requestSubmit()
    isReady.current = false
    // A refused one must not be sent again with a password.
    field.value = ''
  }

  /** Another login method was chosen: closes the device's dialog. */
  function stop() {
    attempt.current++
    setState('idle')
    if (state === 'busy') void import('@simplewebauthn/browser').then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
  }
  return { state, create, stop, isReady: () => isReady.current }
}

/** The status line after the device created no passkey. */
const problemKeys = {
  closed: 'login.passkeyClosed',
  failed: 'login.passkeyNotMade',
  tooMany: 'problem.tooMany',
  unanswered: 'login.setupNoAnswer',
} as const satisfies Record<string, MessageKey>
type PasskeyState = 'idle' | 'busy' | keyof typeof problemKeys

function stateAfter(thrown: unknown): keyof typeof problemKeys {
  if (isPasskeyDialogClosed(thrown)) return 'closed'
  if (isProblem(thrown) && thrown.problem.status === 429) return 'tooMany'
  // A library that didn't load is a TypeError.
  return (isProblem(thrown) && thrown.problem.status >= 500) || thrown instanceof TypeError ? 'unanswered' : 'failed'
}

/** Best effort: few browsers have the call. */
async function forgetPasskey(credentialId: string) {
  const { signalUnknownCredential } = PublicKeyCredential as { signalUnknownCredential?: (of: object) => Promise<void> }
  await signalUnknownCredential?.call(PublicKeyCredential, { rpId: location.hostname, credentialId }).catch(() => {})
}

function LoginWays({ isPasskeyChosen, onChange }: { isPasskeyChosen: boolean; onChange: (isPasskey: boolean) => void }) {
  const t = useTranslate()
  const best = (
    <>
      {t('login.wayPasskey')} <Badge kind="ok">{t('login.wayBest')}</Badge>
    </>
  )
  return (
    <div className="setup-scripted">
      <RadioCards
        label={t('login.way')}
        name="way"
        columns={2}
        defaultValue={isPasskeyChosen ? 'passkey' : 'password'}
        onChange={(way) => onChange(way === 'passkey')}
        choices={[
          { value: 'passkey', label: best, hint: t('login.wayPasskeyMore') },
          { value: 'password', label: t('login.password'), hint: t('login.wayPasswordMore') },
        ]}
      />
    </div>
  )
}

/** Before the device's dialog. A dialog that was closed is no error: the next one is a click away, and so is the password. */
function PasskeyNext({ state }: { state: PasskeyState }) {
  const t = useTranslate()
  const { publicUrl } = useSite()
  return (
    <div className="setup-passkey setup-scripted across">
      <IconTile icon="fingerprint" kind="door" />
      <p role="status">
        {state !== 'idle' && state !== 'busy' ? (
          t(problemKeys[state])
        ) : (
          <>
            <b>{t('login.passkeyNext')}</b> {t('login.passkeyNextMore', { host: new URL(publicUrl).hostname })}
          </>
        )}
      </p>
    </div>
  )
}

function NewPassword({ error }: { error: string | undefined }) {
  const t = useTranslate()
  const rule = usePasswordRule()
  return (
    <PasswordField
      label={t('login.password')}
      showLabel={t('login.showPassword')}
      rule={rule}
      name="password"
      autoComplete="new-password"
      error={error}
      required
      maxLength={200}
    />
  )
}

function EndedHint() {
  const t = useTranslate()
  return (
    <span>
      {t('login.setupEndedMore')} <code>npm run carte -- setup-link</code>
    </span>
  )
}
