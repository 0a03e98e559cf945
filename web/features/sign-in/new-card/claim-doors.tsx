import { useTranslate } from '../../../i18n/use-translate.ts'

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
