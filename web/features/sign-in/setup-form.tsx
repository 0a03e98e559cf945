import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { usePasswordRule } from '../../platform/login/use-password-rule.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = {
  /** The account is at an identity provider, so the form has only the code. */
  isLoginOutside: boolean
  typed: { name: string; email: string; setupCode: string }
  failure: { message: string; issues: Record<string, string> } | null
  isCodeRefused: boolean
}

/** Null unless the fragment of the address is a setup code: the skip link changes it too. */
const codeInAddress = () => /^#([a-z]{4}(?:-?[a-z]{4}){3})$/i.exec(location.hash)?.[1] ?? null

/** The newest code that was opened or sent. Null until a script has read the address. */
function useSetupCode({ typed, failure, isCodeRefused }: Pick<Props, 'typed' | 'failure' | 'isCodeRefused'>): string | null {
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setCode((known) => codeInAddress() ?? known ?? '')
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  const [answered, setAnswered] = useState<Props['failure']>(null)
  if (failure && failure !== answered) {
    setAnswered(failure)
    setCode(isCodeRefused ? '' : typed.setupCode)
  }
  return code
}

/** The first administrator's account. The code comes from the address; without script, or after it was refused, it is typed. */
export function SetupForm({ isLoginOutside, typed, failure, isCodeRefused }: Props) {
  const t = useTranslate()
  const known = useSetupCode({ typed, failure, isCodeRefused })
  const issues = failure?.issues ?? {}
  const codeError = isCodeRefused ? t('login.setupEnded') : issues['setupCode']
  const code = known ?? typed.setupCode
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  return (
    <>
      {failure && !isCodeRefused && Object.keys(issues).length === 0 && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      {/* With a script the page stays, and so does the password. */}
      <Form ref={form} className="login-form" method="post" noValidate>
        {code && !codeError ? (
          <input type="hidden" name="setupCode" value={code} />
        ) : (
          // Until a script has read the address, only browsers without scripts show it.
          <div className={known === null && !codeError ? 'login-code' : undefined}>
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
        {!isLoginOutside && <AccountFields typed={typed} issues={issues} />}
        <Button kind="primary" size="large" isWide type="submit">
          {t('login.goOn')}
        </Button>
      </Form>
    </>
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

function AccountFields({ typed, issues }: Pick<Props, 'typed'> & { issues: Record<string, string> }) {
  const t = useTranslate()
  const rule = usePasswordRule()
  return (
    <>
      <div className="login-pair">
        <TextField
          label={t('login.name')}
          name="name"
          autoComplete="name"
          defaultValue={typed.name}
          error={issues['name']}
          required
          maxLength={120}
        />
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={typed.email}
          error={issues['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
      <PasswordField
        label={t('login.password')}
        showLabel={t('login.showPassword')}
        rule={rule}
        name="password"
        autoComplete="new-password"
        error={issues['password']}
        required
        maxLength={200}
      />
      <p className="login-more">{t('login.setupNote')}</p>
    </>
  )
}
