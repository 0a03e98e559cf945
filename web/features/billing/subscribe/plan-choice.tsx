import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import type { OfferedPlan } from './subscribe-view.ts'

type Props = { plans: readonly OfferedPlan[]; chosen: string; fault: string | undefined }

/** What can be bought, one of it chosen. */
export function PlanChoice({ plans, chosen, fault }: Props) {
  const t = useTranslate()
  return (
    <fieldset className="plan-choice" aria-describedby={fault ? 'plan-fault' : undefined}>
      <legend>{t('subscribe.choosePlan')}</legend>
      {plans.map(({ code, name, isTeam, price }) => (
        <label key={code}>
          <input type="radio" name="plan" value={code} defaultChecked={code === chosen} />
          <span>
            <b>{name}</b>
            <small>{t(price === '' ? 'subscribe.priceNext' : isTeam ? 'subscribe.forTeam' : 'subscribe.forOne')}</small>
          </span>
          {price !== '' && (
            <span className="plan-choice-price">
              {price}
              <small>{t('subscribe.aMonth')}</small>
            </span>
          )}
        </label>
      ))}
      {fault && (
        <p className="subscribe-fault" id="plan-fault">
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </fieldset>
  )
}
