import { Cluster } from '../../../../ui/page/layout.tsx'
import { useMemo, useState } from 'react'
import { beginningOf } from '#common/text/beginning-of.ts'
import type { CustomReview } from '#contract/cards/cards.ts'
import { useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Group } from '../../fields/group.tsx'
import { ProNote, usePermission } from '../../fields/pro-note.tsx'
import { SortList } from '../../fields/sort-list.tsx'
import { ToggleField } from '../../fields/toggle.tsx'
import { useDraft } from '../../use-editor.ts'
import { inOrder } from './review-list.ts'
import { reviewElement, ReviewRow } from './review-row.tsx'
import { useReviewActions } from './use-reviews.ts'

const most = 200
const addButton = 'review-add'

/** Reviews written into the card by its owner. */
export function OwnReviews() {
  const t = useTranslate()
  const mayShow = usePermission('Reviews')
  const [reviews] = useDraft('reviews')
  const [isVisible] = useDraft('showCustomReviews')
  const { reorder, add } = useReviewActions()
  const [added, setAdded] = useState('')
  const rows = useMemo(() => inOrder(reviews), [reviews])
  const nameOf = ({ title, reviewer, review }: CustomReview) =>
    title.trim() || reviewer.trim() || beginningOf(review.trim(), 60) || t('editor.reviews.noName')

  function addOne() {
    const key = add()
    setAdded(key)
    requestAnimationFrame(() => {
      const entry = document.getElementById(reviewElement(key))
      entry?.scrollIntoView({ block: 'nearest' })
      entry?.querySelector<HTMLElement>('textarea')?.focus({ preventScroll: true })
    })
  }

  return (
    <Group title={t('editor.reviews.own')} note={t('editor.reviews.count', { count: reviews.length })} lead={t('editor.reviews.ownLead')}>
      {mayShow && <ProNote permission="CustomReviews" />}
      <div className="rows ui-divided">
        <ToggleField of="showCustomReviews" label={t('editor.reviews.showOwn')} />
      </div>
      <Cluster>
        <Button kind="primary" icon="plus" id={addButton} disabled={reviews.length >= most} onClick={addOne}>
          {t('editor.reviews.add')}
        </Button>
        {!isVisible && reviews.length > 0 && <p className="ui-note">{t('editor.reviews.notVisible')}</p>}
      </Cluster>
      {rows.length > 0 && (
        <div className="rows ui-divided">
          <SortList items={rows} keyOf={({ key }) => key} nameOf={nameOf} reorder={reorder}>
            {(review) => (
              <ReviewRow
                review={review}
                name={nameOf(review)}
                isNew={review.key === added}
                onGone={() => document.getElementById(addButton)?.focus()}
              />
            )}
          </SortList>
        </div>
      )}
    </Group>
  )
}
