import type { TourStep } from '#contract/cards/releases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { DeskField } from './desk-field.tsx'
import { DeskMain } from './desk-frame.tsx'
import { DeskRemove } from './desk-remove.tsx'
import { DeskTold } from './desk-told.tsx'
import { tourTargets, type Trouble } from './desk-view.ts'

type Props = { steps: TourStep[]; isOurs: boolean; told: string | null; trouble: Trouble | null }

const targetWords = {
  'dock-share': 'desk.targetShare',
  'dock-contacts': 'desk.targetContacts',
  menu: 'desk.targetMenu',
  account: 'desk.targetAccount',
} as const satisfies Record<(typeof tourTargets)[number], string>

/** The four steps of the tour, all on one page. */
export function TourForm({ steps, isOurs, told, trouble }: Props) {
  const t = useTranslate()
  const faults = trouble?.faults ?? {}
  const strangers = steps.map(({ target }) => target).filter((target) => !tourTargets.some((known) => known === target))
  return (
    <DeskMain isBack title={t('desk.tour')} lead={t(isOurs ? 'desk.oursChange' : 'desk.tourLead')}>
      {told && <DeskTold text={told} isBad={false} />}
      {trouble && <DeskTold text={trouble.message} isBad />}
      <form className="desk-form" method="post">
        {steps.map((step, index) => (
          <fieldset className="desk-step" key={index}>
            <legend>{t('tour.where', { at: index + 1, of: steps.length })}</legend>
            <DeskField label={t('desk.target')} fault={faults[`step.${index}.target`]}>
              {(around) => (
                <select {...around} name={`step.${index}.target`} defaultValue={step.target}>
                  {tourTargets.map((target) => (
                    <option key={target} value={target}>
                      {t(targetWords[target])}
                    </option>
                  ))}
                  {strangers.map((target) => (
                    <option key={target}>{target}</option>
                  ))}
                </select>
              )}
            </DeskField>
            <DeskField label={t('desk.slideTitle')} fault={faults[`step.${index}.title`]}>
              {(around) => <input {...around} name={`step.${index}.title`} defaultValue={step.title} maxLength={80} required dir="auto" />}
            </DeskField>
            <DeskField label={t('desk.slideContent')} fault={faults[`step.${index}.content`]}>
              {(around) => (
                <textarea
                  {...around}
                  name={`step.${index}.content`}
                  defaultValue={step.content}
                  maxLength={300}
                  rows={2}
                  required
                  dir="auto"
                />
              )}
            </DeskField>
          </fieldset>
        ))}
        <div className="desk-actions">
          <button className="btn large door" type="submit" name="intent" value="publish">
            {t('desk.publish')}
          </button>
        </div>
      </form>
      {!isOurs && <DeskRemove summary={t('desk.oursBack')} sentence={t('desk.tourReset')} button={t('desk.oursBack')} intent="reset" />}
    </DeskMain>
  )
}
