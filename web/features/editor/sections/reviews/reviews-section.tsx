import { reviewSources } from '#contract/cards/drawing.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { PageStyle } from '../../../../ui/page-style.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote } from '../../fields/pro-note.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useDraft, useEditor } from '../../use-editor.ts'
import { useRoles } from '../use-roles.ts'
import { OwnReviews } from './own-reviews.tsx'
import { Zillow } from './zillow.tsx'
import css from './reviews.css?inline'
import href from './reviews.css?url'

/** What others say of this person: on the card itself, at Zillow, and elsewhere. */
export function ReviewsSection() {
  return (
    <>
      <PageStyle name="editor-reviews" css={import.meta.env.SSR ? css : ''} href={href} weight="part" />
      <ProNote right="Reviews" />
      <OwnReviews />
      <Zillow />
      <FindMore />
    </>
  )
}

/** Places with more reviews: one link each, where the card has that link and its owner wants it shown. */
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
