import { planChoices } from '#contract/admin/operator-choices.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { LaterIcon as Icon } from '../../../ui/icons/later-icon.tsx'
import { DeskField } from '../desk-field.tsx'
import { ActRows } from './audit-page.tsx'
import { BillingPart } from './billing/billing-part.tsx'
import { PageMain, Part } from './page-main.tsx'
import { placeHref } from './places.ts'
import { RightsForm } from './rights-form.tsx'
import { TakeAway } from './take-away.tsx'
import type { AnyCardView, DeskTrouble, DeskView } from './views.ts'

type Props = Extract<DeskView, { page: 'card' }> & { told: string | null; trouble: DeskTrouble | null }

/** One card, and what an operator may do with it. */
export function CardPage({ card, billing, told, trouble }: Props) {
  const t = useTranslate()
  const { alias, fullName, companyName, choice, owners, experiments, acts } = card
  const typed = experiments.map(({ name, enabled }) => `${enabled ? '' : '-'}${name}`).join('\n')
  return (
    <PageMain back={placeHref('/cards')} title={fullName || alias} told={told} trouble={trouble}>
      <p className="op-about">
        <a href={`/${alias}`} dir="ltr">
          /{alias}
          <span className="sr-only">{t('operator.open')}</span>
          <Icon name="external-link" />
        </a>
        {companyName && <span dir="auto">{companyName}</span>}
        <span>
          {t('operator.changed')} {card.changed}
        </span>
      </p>
      <TakeDown card={card} trouble={trouble} />
      <TakeAway trouble={trouble} />

      <Part title={t('operator.owners')}>
        {owners.length === 0 && <p className="desk-hint">{t('operator.ownerNone')}</p>}
        <ul className="op-plain">
          {owners.map((email) => (
            <li key={email} dir="ltr">
              {email}
            </li>
          ))}
        </ul>
        {owners.length > 0 && <p className="desk-hint">{t('operator.loginByLine')}</p>}
      </Part>

      <Part id="billing" title={t('deskBilling.title')}>
        {billing ? <BillingPart billing={billing} trouble={trouble} /> : <p className="desk-hint">{t('deskBilling.unknown')}</p>}
      </Part>

      <Part title={t('operator.plan')}>
        <p className="desk-hint">{t('deskBilling.planHint')}</p>
        <form className="op-line" method="post">
          <DeskField label={t('operator.plan')}>
            {(around) => (
              <select {...around} name="choice" defaultValue={choice}>
                {planChoices.map((one) => (
                  <option key={one} value={one}>
                    {t(`operator.plan.${one}`)}
                  </option>
                ))}
              </select>
            )}
          </DeskField>
          <button className="btn outline large" type="submit" name="intent" value="plan">
            {t('operator.planSet')}
          </button>
        </form>
      </Part>

      <Part title={t('operator.rights')}>
        <RightsForm card={card} />
      </Part>

      <Part title={t('operator.experiments')}>
        <form className="desk-form" method="post">
          <DeskField label={t('operator.experiments')} hint={t('operator.experimentsHint')}>
            {(around) => (
              <textarea
                {...around}
                name="experiments"
                defaultValue={trouble?.typed['experiments'] ?? typed}
                rows={Math.max(2, experiments.length)}
                maxLength={2400}
                spellCheck={false}
                dir="ltr"
              />
            )}
          </DeskField>
          <div className="desk-actions">
            <button className="btn outline" type="submit" name="intent" value="experiments">
              {t('operator.experimentsSet')}
            </button>
          </div>
        </form>
      </Part>

      <Part title={t('operator.history')}>
        {acts.length === 0 ? <p className="desk-hint">{t('operator.historyNone')}</p> : <ActRows acts={acts} isOfCard />}
      </Part>
    </PageMain>
  )
}

/** Taking a card down is opened first, then told why, then pressed. Putting it up again is one press. */
function TakeDown({ card: { isDisabled, reason }, trouble }: { card: AnyCardView; trouble: DeskTrouble | null }) {
  const t = useTranslate()
  if (isDisabled)
    return (
      <form className="op-down" method="post">
        <p dir="auto">{reason ? t('operator.downBecause', { reason }) : t('operator.isDown')}</p>
        <button className="btn outline" type="submit" name="intent" value="up">
          {t('operator.putUp')}
        </button>
      </form>
    )
  return (
    <details className="desk-remove" open={trouble?.typed['intent'] === 'down'}>
      <summary>
        <Icon name="circle-alert" />
        {t('operator.takeDown')}
      </summary>
      <form method="post">
        <p>{t('operator.takeDownSentence')}</p>
        <DeskField label={t('operator.reason')} hint={t('operator.reasonHint')} fault={trouble?.faults['reason']}>
          {(around) => <input {...around} name="reason" maxLength={300} required dir="auto" />}
        </DeskField>
        <button className="btn bad" type="submit" name="intent" value="down">
          {t('operator.takeDown')}
        </button>
      </form>
    </details>
  )
}
