import { useTranslate } from '../../i18n/use-translate.ts'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'

type Props = { token: string; isSkippable: boolean; trouble: { message: string; faults: Record<string, string> } | null }

/** A new password by a mailed link. */
export function NewPasswordForm({ token, isSkippable, trouble }: Props) {
  const t = useTranslate()
  const faults = trouble?.faults ?? {}
  return (
    <>
      {trouble && !faults['password'] && <Notice isBad>{trouble.message}</Notice>}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        <Field
          label={t('login.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          fault={faults['password']}
          hint={t('login.passwordRule')}
          required
          maxLength={200}
        />
        <button className="btn large wide door" type="submit" name="way" value="password">
          {t('login.setPassword')}
        </button>
        {isSkippable && (
          <button className="btn wide ghost" type="submit" name="way" value="link" formNoValidate>
            {t('login.withoutPassword')}
          </button>
        )}
      </form>
    </>
  )
}
