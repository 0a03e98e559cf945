import { Form } from 'react-router'
import { useTranslate } from '../../i18n/use-translate.ts'
import { usePasswordRule } from '../../platform/login/use-password-rule.ts'
import { Button } from '../../ui/button/button.tsx'
import { PasswordField } from '../../ui/field/password-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

type Props = { token: string; isSkippable: boolean; failure: { message: string; issues: Record<string, string> } | null }

/** Sets a new password from a mailed link. */
export function NewPasswordForm({ token, isSkippable, failure }: Props) {
  const t = useTranslate()
  const rule = usePasswordRule()
  const issues = failure?.issues ?? {}
  return (
    <>
      {failure && !issues['password'] && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      {/* With a script the page stays, and so does what was typed. */}
      <Form className="login-form" method="post" noValidate>
        <input type="hidden" name="token" value={token} />
        <PasswordField
          label={t('login.newPassword')}
          showLabel={t('login.showPassword')}
          rule={rule}
          name="password"
          autoComplete="new-password"
          error={issues['password']}
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
      </Form>
    </>
  )
}
