import { formatDate } from '#common/format-date.ts'
import { Cluster, Fields } from '../../../../ui/page/layout.tsx'
import { memo, useContext, useId } from 'react'
import type { CustomReview } from '#contract/cards/cards.ts'
import { LanguageContext, useTranslate } from '../../../../i18n/use-translate.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { TextInput } from '../../fields/text-field.tsx'
import { useEditorState, useEntryIssues } from '../../use-editor.ts'
import { Entry } from '../entry.tsx'
import { useUndoToast } from '../with-undo.ts'
import { dayOf } from './review-list.ts'
import { useReviewActions } from './use-reviews.ts'

const textMost = 5000

type Props = { review: CustomReview; name: string; isNew: boolean; onGone(): void }

export const reviewElement = (key: string) => `own-${key}`

/** One review in the list. */
export const ReviewRow = memo(function ReviewRow({ review, name, isNew, onGone }: Props) {
  const t = useTranslate()
  const showUndo = useUndoToast()
  const { change, remove } = useReviewActions()
  const at = useEditorState(({ edited }) => edited.reviews.findIndex(({ key }) => key === review.key))
  const issues = useEntryIssues(`reviews.${at}`)
  const write = (part: Partial<CustomReview>) => change(review.key, part)
  const day = dayOf(review.date)
  const dayFormat = new Intl.DateTimeFormat(useContext(LanguageContext), { dateStyle: 'medium', timeZone: 'UTC' })
  const when = day ? formatDate(dayFormat, new Date(`${day}T00:00:00Z`)) : review.date
  const stars = Math.round(review.stars)

  function takeAway() {
    showUndo(t('editor.links.removed', { name }), remove(review.key))
    onGone()
  }

  return (
    <Entry
      id={reviewElement(review.key)}
      name={name}
      note={
        <>
          <span className="stars-line" aria-hidden="true">
            {'★'.repeat(stars)}
            <i>{'★'.repeat(5 - stars)}</i>
          </span>{' '}
          <span className="sr-only">{t('editor.reviews.starCount', { count: stars })}</span>
          {[review.source, when, !review.show && t('editor.menu.note.hidden')].filter(Boolean).join(' · ')}
        </>
      }
      isVisible={review.show}
      show={(show) => write({ show })}
      isOpenAtFirst={isNew}
      isInvalid={issues.size > 0}
    >
      <StarChoice stars={review.stars} choose={(value) => write({ stars: value })} issue={issues.get('stars')} />
      <TextInput
        label={t('editor.reviews.text')}
        hint={t('editor.reviews.textHint', { count: review.review.length, most: textMost })}
        rows={5}
        max={textMost}
        value={review.review}
        change={(text) => write({ review: text })}
        issue={issues.get('review')}
      />
      <TextInput
        label={t('editor.reviews.heading')}
        hint={t('editor.reviews.headingHint')}
        max={300}
        isWide
        value={review.title}
        change={(title) => write({ title })}
        issue={issues.get('title')}
      />
      <TextInput
        label={t('editor.reviews.reviewer')}
        max={200}
        isWide
        value={review.reviewer}
        change={(reviewer) => write({ reviewer })}
        issue={issues.get('reviewer')}
      />
      <Fields>
        <TextInput
          label={t('editor.reviews.source')}
          hint={t('editor.reviews.sourceHint')}
          max={120}
          value={review.source}
          change={(source) => write({ source })}
          issue={issues.get('source')}
        />
        <TextInput
          label={t('editor.reviews.date')}
          hint={review.date && !day ? t('editor.reviews.dateWritten', { date: review.date }) : undefined}
          type="date"
          value={day}
          change={(date) => write({ date })}
          issue={issues.get('date')}
        />
      </Fields>
      <Cluster>
        <Button kind="ghost" icon="trash-2" onClick={takeAway}>
          {t('editor.reviews.remove')}
        </Button>
      </Cluster>
    </Entry>
  )
})

const all = [1, 2, 3, 4, 5] as const

/** One to five stars. An imported half star stays until another value is chosen. */
function StarChoice({ stars, choose, issue }: { stars: number; choose(stars: number): void; issue?: string | undefined }) {
  const t = useTranslate()
  const name = useId()
  return (
    <fieldset className="ui-field-group star-choice" aria-describedby={issue ? `${name}-issue` : undefined}>
      <legend>{t('editor.reviews.stars')}</legend>
      <div>
        {all.map((value) => (
          <label key={value} className={value <= Math.round(stars) ? 'center lit' : 'center'}>
            <input
              type="radio"
              name={name}
              checked={value === Math.round(stars)}
              onChange={() => choose(value)}
              aria-label={t('editor.reviews.starCount', { count: value })}
            />
            <Icon name="star" />
          </label>
        ))}
      </div>
      {issue && (
        <p className="ui-field-note error" id={`${name}-issue`}>
          {issue}
        </p>
      )}
    </fieldset>
  )
}
