import { useTranslate } from '../../i18n/use-translate.ts'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'

type Props = {
  returnUrl: string
  typed: { email: string; name: string }
  trouble: { message: string; faults: Record<string, string> } | null
  isSent: boolean
  asksName?: boolean
  button: string
}

/** Asks for a mail. What it says afterwards is the same for every address. */
export function AskMailForm({ returnUrl, typed, trouble, isSent, asksName = false, button }: Props) {
  const t = useTranslate()
  const faults = trouble?.faults ?? {}
  const back = (
    <p className="login-foot">
      <a href={`/account/login?${new URLSearchParams({ returnUrl })}`}>{t('login.back')}</a>
    </p>
  )
  if (isSent) {
    return (
      <>
        <Notice>{t('login.sent', { email: typed.email })}</Notice>
        <p className="login-more">{t('login.sentMore')}</p>
        {back}
      </>
    )
  }
  return (
    <>
      {trouble && Object.keys(faults).length === 0 && <Notice isBad>{trouble.message}</Notice>}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        {asksName && (
          <Field
            label={t('login.name')}
            name="name"
            autoComplete="name"
            defaultValue={typed.name}
            fault={faults['name']}
            required
            maxLength={120}
          />
        )}
        <Field
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          fault={faults['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <button className="btn large wide door" type="submit">
          {button}
        </button>
      </form>
      {back}
    </>
  )
}
