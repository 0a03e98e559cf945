import { lenderTemplateId } from '#contract/cards/drawing.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Choice } from '../../fields/choice.tsx'
import { Group } from '../../fields/group.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useDraft } from '../../use-editor.ts'
import { TryReviews } from './try-reviews.tsx'

/** Any card that does not lend; others keep the template they have. */
const agentTemplateId = 1

/** Reviews that Zillow keeps: of an agent by the screen name, of a lender by the NMLS number. */
export function Zillow() {
  const t = useTranslate()
  const [template, setTemplate] = useDraft('gradeServiceTemplateId')
  const [reviewedAs] = useDraft('zillowWebServicesId')
  const isLender = template === lenderTemplateId
  const style = isLender ? 'lender' : 'agent'
  return (
    <Group title="Zillow" lead={t('editor.reviews.zillowLead')}>
      <div className="rows">
        <ToggleField of="showZillowReviews" label={t('editor.reviews.showZillow')} />
      </div>
      <Choice
        legend={t('editor.reviews.trade')}
        value={style}
        choose={(chosen) => setTemplate(chosen === 'lender' ? lenderTemplateId : isLender ? agentTemplateId : template)}
        options={[
          { value: 'agent', label: t('editor.reviews.agent') },
          { value: 'lender', label: t('editor.reviews.lender') },
        ]}
      />
      <TextField
        of="zillowWebServicesId"
        label={t(isLender ? 'editor.reviews.nmls' : 'editor.reviews.screenName')}
        hint={t(isLender ? 'editor.reviews.nmlsHint' : 'editor.reviews.screenNameHint')}
        max={120}
        isWide
      />
      <TryReviews key={`${style} ${reviewedAs}`} style={style} reviewedAs={reviewedAs.trim()} />
    </Group>
  )
}
