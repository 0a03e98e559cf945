import { useAccountSay } from '../../../i18n/use-account-say.ts'

/** Whoever takes a card over has an account first, and comes back here. */
export function ClaimDoors({ returnUrl }: { returnUrl: string }) {
  const say = useAccountSay()
  const back = new URLSearchParams({ returnUrl })
  return (
    <div className="wizard-acts column">
      <a className="btn large wide door" href={`/account/sign-up?${back}`}>
        {say('signup.claimSignUp')}
      </a>
      <a className="btn large wide outline" href={`/account/login?${back}`}>
        {say('login.button')}
      </a>
    </div>
  )
}
