import { useAccountSay } from '../../../i18n/use-account-say.ts'
import { newCardHref } from './typed-card.ts'

/** The same for an address without a card and for a card that has another owner. */
export function ClaimNothing() {
  const say = useAccountSay()
  return (
    <div className="wizard-acts column">
      <a className="btn large wide door" href="/account">
        {say('signup.claimAccount')}
      </a>
      <a className="btn large wide outline" href={newCardHref}>
        {say('signup.claimNew')}
      </a>
    </div>
  )
}
