import { useEffect, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button, ButtonLink } from '../../../ui/button/button.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Banner } from '../../../ui/page/banner.tsx'
import { newCardHref } from './typed-card.ts'

type Props = { code: string; error: string | undefined; failure: string; isSent: boolean; sendsMail: boolean }

/** Claims a card without an owner by a code. */
export function ClaimStep({ code, error, failure, isSent, sendsMail }: Props) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return (
    <>
      {failure && (
        <Banner kind="bad" isLive>
          {failure}
        </Banner>
      )}
      {isSent && (
        <Banner kind="ok" isLive>
          {t('signup.claimSent')}
        </Banner>
      )}
      <form ref={form} className="wizard-form" method="post" noValidate>
        <TextField
          label={t('signup.claimCode')}
          name="code"
          defaultValue={code}
          error={error}
          hint={t('signup.claimCodeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          required
        />
        <div className="wizard-acts">
          <Button kind="primary" size="large" type="submit" name="intent" value="claim">
            {t('signup.claimButton')}
          </Button>
        </div>
      </form>
      <form className="wizard-ask" method="post">
        <h2>{t('signup.claimNoCode')}</h2>
        <p>{t('signup.claimMailLead', { sendsMail })}</p>
        {sendsMail && (
          <Button icon="mail" type="submit" name="intent" value="mail">
            {t('signup.claimMail')}
          </Button>
        )}
      </form>
    </>
  )
}

/** Claiming needs an account: links to log in or sign up, which return here. */
export function ClaimLinks({ returnUrl, takesSignUps }: { returnUrl: string; takesSignUps: boolean }) {
  const t = useTranslate()
  const back = new URLSearchParams({ returnUrl })
  return (
    <div className="wizard-acts column">
      {takesSignUps && (
        <ButtonLink kind="primary" size="large" isWide isDocument href={`/account/sign-up?${back}`}>
          {t('signup.claimSignUp')}
        </ButtonLink>
      )}
      <ButtonLink kind={takesSignUps ? 'line' : 'primary'} size="large" isWide isDocument href={`/account/login?${back}`}>
        {t('login.button')}
      </ButtonLink>
    </div>
  )
}

/** The same for an address without a card and for a card that has another owner. */
export function ClaimNothing() {
  const t = useTranslate()
  return (
    <div className="wizard-acts column">
      <ButtonLink kind="primary" size="large" isWide isDocument href="/account">
        {t('signup.claimAccount')}
      </ButtonLink>
      <ButtonLink size="large" isWide isDocument href={newCardHref}>
        {t('signup.claimNew')}
      </ButtonLink>
    </div>
  )
}
