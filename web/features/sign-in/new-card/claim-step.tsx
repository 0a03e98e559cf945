import { useEffect, useRef } from 'react'
import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { WizardField } from './wizard-field.tsx'

type Props = { code: string; fault: string | undefined; trouble: string; isSent: boolean }

/** A card without an owner: with a code it is one’s own. */
export function ClaimStep({ code, fault, trouble, isSent }: Props) {
  const say = useAccountSay()
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
          <span>{say('signup.claimSent')}</span>
        </p>
      )}
      <form ref={form} className="wizard-form" method="post" noValidate>
        <WizardField
          label={say('signup.claimCode')}
          name="code"
          defaultValue={code}
          fault={fault}
          hint={say('signup.claimCodeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          dir="ltr"
          required
        />
        <div className="wizard-acts">
          <button className="btn large door" type="submit" name="intent" value="claim">
            {say('signup.claimButton')}
            <Icon name="arrow-right" />
          </button>
        </div>
      </form>
      <form className="wizard-ask" method="post">
        <h2>{say('signup.claimNoCode')}</h2>
        <p>{say('signup.claimMailLead')}</p>
        <button className="btn outline" type="submit" name="intent" value="mail">
          <Icon name="mail" />
          {say('signup.claimMail')}
        </button>
      </form>
    </>
  )
}
