import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Icon, Mark } from '../../ui/icons/icon.tsx'
import { outward } from '../../ui/safe-link.ts'
import { Stars } from './stars.tsx'
import { ReviewText } from './review-text.tsx'
import type { Day } from './days.ts'
import type { LoanView, ReviewView } from './review-view.ts'
import { tintOf } from './reviewer-initials.ts'

/** One review. `toRest` links to the rest of a text beyond four lines. */
export function ReviewCard({ review, toRest, id }: { review: ReviewView; toRest: ReactNode; id?: string }) {
  const t = useTranslate()
  const { rating, title, reviewer, aspects, loan } = review
  return (
    <article className="review" id={id} aria-label={reviewer ? t('reviews.by', { name: reviewer }) : undefined}>
      <div className="review-head across">
        {rating && (
          <span className="rating">
            <Stars rating={rating} />
            <b aria-hidden="true">{rating.text}</b>
          </span>
        )}
        {loan ? review.day && <When day={review.day} className="review-source" /> : <Source review={review} />}
      </div>
      {title && <h3 dir="auto">{title}</h3>}
      <ReviewText words={review} toRest={toRest} />
      {aspects.length > 0 && (
        <dl className="aspects">
          {aspects.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {loan && <LoanFacts loan={loan} />}
      <Reviewer review={review} />
    </article>
  )
}

function Source({ review: { source, isZillow } }: { review: ReviewView }) {
  if (!source) return null
  return (
    <span className="review-source" dir="auto">
      {isZillow && <Mark name="zillow" />}
      {source}
    </span>
  )
}

function Reviewer({ review }: { review: ReviewView }) {
  const t = useTranslate()
  const { reviewer, reviewerHref, initials, note, day, loan, source, href } = review
  if (!reviewer && !day && !href) return null
  // A lender's review has its date at the top and its source at the bottom.
  const small = loan ? source : note
  return (
    <div className="reviewer">
      {initials && (
        <span className="reviewer-initials center" data-tint={tintOf(reviewer)} aria-hidden="true">
          {initials}
        </span>
      )}
      <p>
        {reviewerHref ? (
          <a className="reviewer-name" href={reviewerHref} dir="auto" {...outward}>
            {reviewer}
          </a>
        ) : (
          <b className="reviewer-name" dir="auto">
            {reviewer}
          </b>
        )}
        <small>
          {small}
          {small && day && !loan && ' · '}
          {day && !loan && <When day={day} />}
        </small>
      </p>
      {href && (
        <a className="review-link center" href={href} aria-label={t('reviews.open', { name: reviewer })} {...outward}>
          <Icon name="arrow-up-right" />
        </a>
      )}
    </div>
  )
}

function When({ day: { iso, text }, className }: { day: Day; className?: string }) {
  return iso ? (
    <time className={className} dateTime={iso}>
      {text}
    </time>
  ) : (
    <span className={className} dir="auto">
      {text}
    </span>
  )
}

/** The loan, and the ratings of the lender. */
function LoanFacts({ loan: { status, type, satisfied, tags } }: { loan: LoanView }) {
  const t = useTranslate()
  const facts = [
    { name: t('loan.status'), value: status },
    { name: t('loan.type'), value: type },
  ].filter(({ value }) => value)
  return (
    <>
      {facts.length > 0 && (
        <dl className="loan">
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {satisfied.length > 0 && (
        <dl className="satisfied">
          {satisfied.map(({ name, rated, label }) => (
            <div key={name} className={rated === 1 ? 'unmet' : undefined}>
              <dt>{name}</dt>
              <dd>
                <span className="pips" data-rated={rated} aria-hidden="true">
                  <i />
                  <i />
                  <i />
                </span>
                {label}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tags.length > 0 && (
        <ul className="tags">
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </>
  )
}
