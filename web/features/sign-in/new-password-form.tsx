import { useLaterSay } from '../../i18n/use-later-say.ts'
import { Field } from './field.tsx'
import { Notice } from './notice.tsx'

type Props = { token: string; isSkippable: boolean; trouble: { message: string; faults: Record<string, string> } | null }

/** A new password by a mailed link. */
export function NewPasswordForm({ token, isSkippable, trouble }: Props) {
  const say = useLaterSay()
  const faults = trouble?.faults ?? {}
  return (
    <>
      {trouble && !faults['password'] && <Notice isBad>{trouble.message}</Notice>}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        <Field
          label={say('login.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          fault={faults['password']}
          hint={say('login.passwordRule')}
          required
          maxLength={200}
        />
        <button className="btn large wide door" type="submit" name="way" value="password">
          {say('login.setPassword')}
        </button>
        {isSkippable && (
          <button className="btn wide ghost" type="submit" name="way" value="link" formNoValidate>
            {say('login.withoutPassword')}
          </button>
        )}
      </form>
    </>
  )
}
