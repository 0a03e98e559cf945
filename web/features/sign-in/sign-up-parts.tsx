import { useTranslate } from '../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../ui/button/button.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

/** Visible until the installation has an administrator. */
export function SetupCodeField({ typed, error, isRequired }: { typed: string; error?: string | undefined; isRequired: boolean }) {
  const t = useTranslate()
  return (
    <TextField
      label={t('login.setupCode')}
      name="setupCode"
      hint={t(isRequired ? 'login.setupHint' : 'login.setupHintOptional')}
      defaultValue={typed}
      error={error}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      required={isRequired}
    />
  )
}

type OutsideSetupProps = {
  returnUrl: string
  typed: string
  failure: { message: string; issues: Record<string, string> } | null | undefined
  /** Where others log in, if they can. */
  href: string | null
}

/** Takes the setup code before the login at an identity provider. */
export function OutsideSetup({ returnUrl, typed, failure, href }: OutsideSetupProps) {
  const t = useTranslate()
  const error = failure?.issues['setupCode']
  return (
    <>
      {failure && !error && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        <SetupCodeField typed={typed} error={error} isRequired={href === null} />
        <Button kind="primary" size="large" isWide type="submit">
          {t('login.goOn')}
        </Button>
        {href && (
          <ButtonLink size="large" isWide isDocument href={href}>
            {t('login.button')}
          </ButtonLink>
        )}
      </form>
    </>
  )
}
