import { Cluster } from '../../../../ui/page/layout.tsx'
import { useState } from 'react'
import { isProblem } from '#contract/api.ts'
import { lenderTemplateId } from '#contract/cards/drawing.ts'
import type { ReviewsChecked } from '#contract/cards/reviews.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { useOwnerCall } from '../../../../platform/api/use-owner-call.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { outward, safeLink } from '../../../../ui/safe-link.ts'
import { Segments } from '../../../../ui/field/segments.tsx'
import { Group } from '../../fields/group.tsx'
import { TextField } from '../../fields/text-field.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useEditor } from '../../use-editor.ts'

/** The template of cards that are not lenders. */
const agentTemplateId = 1

/** Reviews on Zillow: an agent's by screen name, a lender's by NMLS number. */
export function Zillow() {
  const t = useTranslate()
  const [template, setTemplate] = useDraft('gradeServiceTemplateId')
  const [reviewedAs] = useDraft('zillowWebServicesId')
  const isLender = template === lenderTemplateId
  const style = isLender ? 'lender' : 'agent'
  return (
    <Group title="Zillow" lead={t('editor.reviews.zillowLead')}>
      <div className="rows ui-divided">
        <ToggleField of="showZillowReviews" label={t('editor.reviews.showZillow')} />
      </div>
      <Segments
        isWide
        label={t('editor.reviews.trade')}
        value={style}
        onChange={(chosen) => setTemplate(chosen === 'lender' ? lenderTemplateId : isLender ? agentTemplateId : template)}
        choices={[
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

type Props = { style: 'agent' | 'lender'; reviewedAs: string }
type Result = ReviewsChecked | { kind: 'wait' | 'away' | 'often' }

/** Checks Zillow before publishing. */
function TryReviews({ style, reviewedAs }: Props) {
  const t = useTranslate()
  const { facts } = useEditor()
  const call = useOwnerCall(facts.alias)
  const [result, setResult] = useState<Result | null>(null)
  const isNumberWrong = style === 'lender' && reviewedAs !== '' && !/^\d{1,12}$/.test(reviewedAs)

  async function ask() {
    setResult({ kind: 'wait' })
    const answer = call('reviews.check', { input: { alias: facts.alias, style, reviewedAs } })
    setResult(
      await answer.catch((thrown: unknown) => ({
        kind: isProblem(thrown) && thrown.problem.status === 429 ? ('often' as const) : ('away' as const),
      })),
    )
  }

  const isWaiting = result?.kind === 'wait'
  const profile = result?.kind === 'found' ? safeLink(result.profileUrl) : null
  return (
    <Cluster>
      <Button
        icon="refresh-cw"
        disabled={reviewedAs === '' || isNumberWrong}
        aria-disabled={isWaiting}
        onClick={() => !isWaiting && void ask()}
      >
        {t(isWaiting ? 'editor.reviews.trying' : 'editor.reviews.try')}
      </Button>
      <div role="status">
        {isNumberWrong && <p className="ui-note">{t('editor.reviews.nmlsWrong')}</p>}
        {result && !isWaiting && (
          <p className="ui-field-note">
            <Icon name={result.kind === 'found' && result.count > 0 ? 'check' : 'circle-alert'} />
            <span>
              {result.kind === 'found'
                ? t(result.count > 0 ? 'editor.reviews.tried.found' : 'editor.reviews.tried.noneYet', { count: result.count })
                : t(`editor.reviews.tried.${result.kind === 'wait' ? 'away' : result.kind}`)}{' '}
              {profile && (
                <a className="ui-link" href={profile} {...outward}>
                  {t('editor.reviews.profile')}
                </a>
              )}
            </span>
          </p>
        )}
      </div>
    </Cluster>
  )
}
