import { useTranslate } from '../../../i18n/use-translate.ts'
import { RadioCards } from '../../../ui/field/radio-cards.tsx'
import type { OfferedPlan } from './subscribe-view.ts'

type Props = { plans: readonly OfferedPlan[]; chosen: string; error: string | undefined }

/** The available plans, one of them chosen. */
export function PlanChoice({ plans, chosen, error }: Props) {
  const t = useTranslate()
  const choices = plans.map(({ code, name, isTeam, price }) => ({
    value: code,
    label: name,
    hint: t(price === '' ? 'subscribe.priceNext' : isTeam ? 'subscribe.forTeam' : 'subscribe.forOne'),
    end: price !== '' && (
      <>
        {price}
        <small>{t('subscribe.aMonth')}</small>
      </>
    ),
  }))
  return <RadioCards label={t('subscribe.choosePlan')} name="plan" defaultValue={chosen} choices={choices} error={error} />
}
