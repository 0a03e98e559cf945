import type { TourStep } from '#contract/cards/releases.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SelectField } from '../../../ui/field/select-field.tsx'
import { TextArea, TextField } from '../../../ui/field/text-field.tsx'
import { Cluster } from '../../../ui/page/layout.tsx'
import { AdminMain } from '../admin-main.tsx'
import type { FormError } from '../admin-view.ts'
import { tourTargets } from './releases-view.ts'
import { RemovePanel } from './remove-dialog.tsx'

type Props = { steps: TourStep[]; isBuiltIn: boolean; error: FormError | null }

const targetWords = {
  'dock-share': 'admin.releases.targetShare',
  'dock-contacts': 'admin.releases.targetContacts',
  menu: 'admin.releases.targetMenu',
  account: 'admin.releases.targetAccount',
} as const satisfies Record<(typeof tourTargets)[number], string>

/** The four steps of the tour, all on one page. */
export function TourForm({ steps, isBuiltIn, error }: Props) {
  const t = useTranslate()
  const errors = error?.errors ?? {}
  const others = steps.map(({ target }) => target).filter((target) => !tourTargets.some((known) => known === target))
  return (
    <AdminMain
      below="/releases"
      title={t('admin.releases.tour')}
      lead={t(isBuiltIn ? 'admin.releases.builtInChange' : 'admin.releases.tourLead')}
    >
      <form className="ui-stack" method="post">
        {steps.map((step, index) => (
          <fieldset className="ui-panel ui-group" key={index}>
            <legend>{t('tour.where', { at: index + 1, of: steps.length })}</legend>
            <SelectField
              label={t('admin.releases.target')}
              error={errors[`step.${index}.target`]}
              name={`step.${index}.target`}
              defaultValue={step.target}
            >
              {tourTargets.map((target) => (
                <option key={target} value={target}>
                  {t(targetWords[target])}
                </option>
              ))}
              {others.map((target) => (
                <option key={target}>{target}</option>
              ))}
            </SelectField>
            <TextField
              label={t('admin.releases.slideTitle')}
              error={errors[`step.${index}.title`]}
              name={`step.${index}.title`}
              defaultValue={step.title}
              maxLength={80}
              required
            />
            <TextArea
              label={t('admin.releases.slideContent')}
              error={errors[`step.${index}.content`]}
              name={`step.${index}.content`}
              defaultValue={step.content}
              maxLength={300}
              rows={2}
              required
            />
          </fieldset>
        ))}
        <Cluster>
          <Button kind="primary" type="submit" name="intent" value="publish">
            {t('admin.releases.publish')}
          </Button>
        </Cluster>
      </form>
      {!isBuiltIn && <RemovePanel title={t('admin.releases.restoreBuiltIn')} note={t('admin.releases.tourReset')} intent="reset" />}
    </AdminMain>
  )
}
