import { useTranslate } from '../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../ui/icons/later-icon.tsx'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'

type Props = {
  returnUrl: string
  email: string
  trouble: { message: string; faults: Record<string, string> } | null
  notice: string | null
}

/** E-mail and password, or a link by mail, or a passkey. A plain form: it works before any script. */
export function SignInForm({ returnUrl, email, trouble, notice }: Props) {
  const t = useTranslate()
  const back = `?${new URLSearchParams({ returnUrl })}`
  const faults = trouble?.faults ?? {}
  return (
    <>
      {notice && <Notice>{notice}</Notice>}
      {trouble && Object.keys(faults).length === 0 && <Notice isBad>{trouble.message}</Notice>}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <Field
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="username webauthn"
          defaultValue={email}
          fault={faults['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          label={t('login.password')}
          name="password"
          type="password"
          autoComplete="current-password"
          fault={faults['password']}
          required
        />
        <p className="login-aside">
          <a href={`/account/forgot${back}`}>{t('login.forgot')}</a>
        </p>
        <button className="btn large wide door" type="submit" name="way" value="password">
          {t('login.button')}
          <Icon name="arrow-right" />
        </button>
      </form>
      <p className="login-or">
        <span>{t('login.or')}</span>
      </p>
      <div className="login-others">
        <PasskeyButton returnUrl={returnUrl} />
        <a className="btn wide outline" href={`/account/link${back}`}>
          <Icon name="mail" />
          {t('login.byMail')}
        </a>
      </div>
      <p className="login-foot">
        {t('login.new')} <a href={`/account/sign-up${back}`}>{t('login.signUp')}</a>
      </p>
    </>
  )
}
