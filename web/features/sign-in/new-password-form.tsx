import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = { token: string; isSkippable: boolean; failure: { message: string; issues: Record<string, string> } | null }

/** Sets a new password from a mailed link. */
export function NewPasswordForm({ token, isSkippable, failure }: Props) {
  const t = useTranslate()
  const issues = failure?.issues ?? {}
  return (
    <>
      {failure && !issues['password'] && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        <TextField
          label={t('login.newPassword')}
          name="password"
          type="password"
          autoComplete="new-password"
          error={issues['password']}
          hint={t('login.passwordRule')}
          required
          maxLength={200}
        />
        <Button kind="primary" size="large" isWide type="submit" name="way" value="password">
          {t('login.setPassword')}
        </Button>
        {isSkippable && (
          <Button kind="ghost" isWide type="submit" name="way" value="link" formNoValidate>
            {t('login.withoutPassword')}
          </Button>
        )}
      </form>
    </>
  )
}
