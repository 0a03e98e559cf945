import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/banner.tsx'

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
      <TextLink isDocument href={`/account/login?${new URLSearchParams({ returnUrl })}`}>
        {t('login.back')}
      </TextLink>
    </p>
  )
  if (isSent) {
    return (
      <>
        <Banner kind="info" isLive>
          {t('login.sent', { email: typed.email })}
        </Banner>
        <p className="login-more">{t('login.sentMore')}</p>
        {back}
      </>
    )
  }
  return (
    <>
      {trouble && Object.keys(faults).length === 0 && (
        <Banner kind="bad" isLive>
          {trouble.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        {asksName && (
          <TextField
            label={t('login.name')}
            name="name"
            autoComplete="name"
            defaultValue={typed.name}
            error={faults['name']}
            required
            maxLength={120}
          />
        )}
        <TextField
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={typed.email}
          error={faults['email']}
          required
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button kind="primary" size="large" isWide type="submit">
          {button}
        </Button>
      </form>
      {back}
    </>
  )
}
