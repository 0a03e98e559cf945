import { reviewSources } from '#contract/cards/drawing.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useEditor } from '../../use-editor.ts'
import { useRoles } from '../use-roles.ts'
import { OwnReviews } from './own-reviews.tsx'
import { Zillow } from './zillow.tsx'

/** Reviews: on the card, on Zillow and elsewhere. */
export function ReviewsSection() {
  return (
    <>
      <ProNote permission="Reviews" />
      <OwnReviews />
      <Zillow />
      <FindMore />
    </>
  )
}

/** Links to sites with more reviews, if the card has them and the owner shows them. */
function FindMore() {
  const t = useTranslate()
  const { facts } = useEditor()
  const [services] = useDraft('services')
  const roles = useRoles()
  return (
    <Group title={t('editor.reviews.more')} lead={t('editor.reviews.moreLead')} isRows>
      {Object.entries(reviewSources).map(([name, { flag, service }]) => {
        const id = roles?.[service]
        const kind = facts.serviceKinds.find(({ gradeServiceId }) => gradeServiceId === id)
        return (
          <ToggleField
            key={name}
            of={flag}
            label={name}
            more={kind && t(`editor.reviews.link.${stateOf(services, kind.gradeServiceId)}`, { name: kind.serviceName })}
          />
        )
      })}
    </Group>
  )
}

function stateOf(services: readonly DraftService[], id: number): 'there' | 'ignored' | 'missing' {
  const found = services.find(({ gradeServiceId }) => gradeServiceId === id)
  if (!found || found.directLink.trim() === '') return 'missing'
  return found.ignoreService ? 'ignored' : 'there'
}
