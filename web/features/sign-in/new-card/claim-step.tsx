import { useEffect, useRef } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { newCardHref } from './typed-card.ts'
import { WizardField } from './wizard-field.tsx'

type Props = { code: string; fault: string | undefined; trouble: string; isSent: boolean }

/** A card without an owner: with a code it is one’s own. */
export function ClaimStep({ code, fault, trouble, isSent }: Props) {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [fault])
  return (
    <>
      {trouble && (
        <p className="wizard-notice" role="alert">
          <Icon name="circle-alert" />
          <span>{trouble}</span>
        </p>
      )}
      {isSent && (
        <p className="wizard-notice good" role="status">
          <Icon name="mail" />
          <span>{t('signup.claimSent')}</span>
        </p>
      )}
      <form ref={form} className="wizard-form" method="post" noValidate>
        <WizardField
          label={t('signup.claimCode')}
          name="code"
          defaultValue={code}
          fault={fault}
          hint={t('signup.claimCodeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          required
        />
        <div className="wizard-acts">
          <button className="btn large door" type="submit" name="intent" value="claim">
            {t('signup.claimButton')}
            <Icon name="arrow-right" />
          </button>
        </div>
      </form>
      <form className="wizard-ask" method="post">
        <h2>{t('signup.claimNoCode')}</h2>
        <p>{t('signup.claimMailLead')}</p>
        <button className="btn outline" type="submit" name="intent" value="mail">
          <Icon name="mail" />
          {t('signup.claimMail')}
        </button>
      </form>
    </>
  )
}

/** Whoever takes a card over has an account first, and comes back here. */
export function ClaimDoors({ returnUrl }: { returnUrl: string }) {
  const t = useTranslate()
  const back = new URLSearchParams({ returnUrl })
  return (
    <div className="wizard-acts column">
      <a className="btn large wide door" href={`/account/sign-up?${back}`}>
        {t('signup.claimSignUp')}
      </a>
      <a className="btn large wide outline" href={`/account/login?${back}`}>
        {t('login.button')}
      </a>
    </div>
  )
}

/** The same for an address without a card and for a card that has another owner. */
export function ClaimNothing() {
  const t = useTranslate()
  return (
    <div className="wizard-acts column">
      <a className="btn large wide door" href="/account">
        {t('signup.claimAccount')}
      </a>
      <a className="btn large wide outline" href={newCardHref}>
        {t('signup.claimNew')}
      </a>
    </div>
  )
}
