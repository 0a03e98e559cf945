import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextLink } from '../../ui/button/text-link.tsx'
import { Banner } from '../../ui/page/banner.tsx'
import { EmailField, NameField } from './person-fields.tsx'

type Props = {
  returnUrl: string
  typed: { email: string; name: string }
  failure: { message: string; issues: Record<string, string> } | null
  isSent: boolean
  sendsMail: boolean
  /** Sent more than once. */
  isAgain: boolean
  requiresName?: boolean
  button: string
}

/** Requests an email. The confirmation is the same for every address. */
export function RequestEmailForm({ returnUrl, typed, failure, isSent, sendsMail, isAgain, requiresName = false, button }: Props) {
  const t = useTranslate()
  const issues = failure?.issues ?? {}
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
        {(failure || isAgain) && (
          <Banner kind={failure ? 'bad' : 'ok'} isLive>
            {failure ? failure.message : t('login.sentTwice', { sendsMail })}
          </Banner>
        )}
        <p className="login-more">{t(sendsMail ? 'login.sentMore' : 'login.storedMore')}</p>
        <form className="login-form" method="post">
          <input type="hidden" name="returnUrl" value={returnUrl} />
          {Object.entries(typed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button size="large" isWide type="submit" name="sent" value="again">
            {t('login.sentAgain', { sendsMail })}
          </Button>
          <Button kind="ghost" isWide type="submit" name="sent" value="wrong">
            {t('login.sentWrong')}
          </Button>
        </form>
        {back}
      </>
    )
  }
  return (
    <>
      {failure && Object.keys(issues).length === 0 && (
        <Banner kind="bad" isLive>
          {failure.message}
        </Banner>
      )}
      <form className="login-form" method="post" noValidate>
        <input type="hidden" name="returnUrl" value={returnUrl} />
        {requiresName && <NameField typed={typed} issues={issues} />}
        <EmailField typed={typed} issues={issues} autoComplete="email" />
        <Button kind="primary" size="large" isWide type="submit">
          {button}
        </Button>
      </form>
      {back}
    </>
  )
}
