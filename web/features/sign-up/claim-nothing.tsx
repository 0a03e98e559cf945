import { useAccountSay } from '../../i18n/use-account-say.ts'
import { newCardHref } from './typed-card.ts'

/** The same for an address without a card and for a card that has an owner. Who isn't logged in may be that owner. */
export function ClaimNothing({ returnUrl }: { returnUrl: string | null }) {
  const say = useAccountSay()
  return (
    <div className="wizard-acts column">
      {returnUrl ? (
        <a className="btn large wide door" href={`/account/login?${new URLSearchParams({ returnUrl })}`}>
          {say('login.button')}
        </a>
      ) : (
        <a className="btn large wide door" href="/account">
          {say('signup.claimAccount')}
        </a>
      )}
      <a className="btn large wide outline" href={newCardHref}>
        {say('signup.claimNew')}
      </a>
    </div>
  )
}
