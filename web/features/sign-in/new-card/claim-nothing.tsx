import { useTranslate } from '../../../i18n/use-translate.ts'
import { newCardHref } from './typed-card.ts'

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
