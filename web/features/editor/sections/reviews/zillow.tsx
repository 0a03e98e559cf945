import { lenderTemplateId } from '#contract/cards/drawing.ts'
import { useAccountSay } from '../../../../i18n/use-account-say.ts'
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
  const say = useAccountSay()
  const [template, setTemplate] = useDraft('gradeServiceTemplateId')
  const [reviewedAs] = useDraft('zillowWebServicesId')
  const isLender = template === lenderTemplateId
  const style = isLender ? 'lender' : 'agent'
  return (
    <Group title="Zillow" lead={say('editor.reviews.zillowLead')}>
      <div className="rows">
        <ToggleField of="showZillowReviews" label={say('editor.reviews.showZillow')} />
      </div>
      <Choice
        legend={say('editor.reviews.trade')}
        value={style}
        choose={(chosen) => setTemplate(chosen === 'lender' ? lenderTemplateId : isLender ? agentTemplateId : template)}
        options={[
          { value: 'agent', label: say('editor.reviews.agent') },
          { value: 'lender', label: say('editor.reviews.lender') },
        ]}
      />
      <TextField
        of="zillowWebServicesId"
        label={say(isLender ? 'editor.reviews.nmls' : 'editor.reviews.screenName')}
        hint={say(isLender ? 'editor.reviews.nmlsHint' : 'editor.reviews.screenNameHint')}
        max={120}
        isWide
      />
      <TryReviews key={`${style} ${reviewedAs}`} style={style} reviewedAs={reviewedAs.trim()} />
    </Group>
  )
}
