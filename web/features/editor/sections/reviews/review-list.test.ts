import { describe, expect, test } from 'vitest'
import type { CustomReview } from '#contract/cards/cards.ts'
import { cardReviews } from '../../../reviews/own-reviews.ts'
import { readDay } from '../../../reviews/days.ts'
import { dayOf, inOrder, placed, withNew } from './review-list.ts'

const aReview = (key: string, weight: number): CustomReview => ({
  key,
  source: '',
  stars: 5,
  date: '',
  title: key,
  review: 'Good.',
  reviewer: '',
  show: true,
  weight,
})

describe('ACCOUNT-2 REV-1 own reviews in the editor', () => {
  test('are in the order visitors see', () => {
    const reviews = [aReview('b', 20), aReview('c', 30), aReview('a', 10)]
    const read = cardReviews({ showCustomReviews: true, reviews }, 'en').map(({ title }) => title)
    expect(inOrder(reviews).map(({ title }) => title)).toEqual(read)
    const turned = placed(inOrder(reviews).toReversed())
    expect(cardReviews({ showCustomReviews: true, reviews: turned }, 'en').map(({ title }) => title)).toEqual(read.toReversed())
  })

  test('a new one comes first, with a unique key', () => {
    const first = withNew([aReview('solberg', 10)])
    const second = withNew(first.reviews)
    expect(second.reviews.map(({ key }) => key)).toEqual(['review-2', 'review-1', 'solberg'])
    expect(new Set(second.reviews.map(({ weight }) => weight)).size).toBe(3)
  })

  test.each(['2025-05-21', '2025-05-21T10:00:00Z', '5/1/2025', '2025-02-31', 'last May', ''])(
    'a day is read as the card reads it: %s',
    (written) => {
      expect(dayOf(written)).toBe(readDay(written) ?? '')
    },
  )
})
