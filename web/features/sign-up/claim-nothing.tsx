import { useAccountSay } from '../../i18n/use-account-say.ts'
import { newCardHref } from './typed-card.ts'

/** The same for an address that nobody has and for a card that has an owner. */
export function ClaimNothing() {
  const say = useAccountSay()
  return (
    <div className="wizard-acts column">
      <a className="btn large wide door" href={newCardHref}>
        {say('signup.claimNew')}
      </a>
      <a className="btn large wide outline" href="/account">
        {say('signup.claimAccount')}
      </a>
    </div>
  )
}
