import { useMemo } from 'react'
import type { CustomReview } from '#contract/cards/cards.ts'
import { useEditor } from '../../use-editor.ts'
import { removeWithUndo } from '../with-undo.ts'
import { inOrder, placed, withNew } from './review-list.ts'

/** Changes to the card's reviews; the functions are stable. */
export function useReviewActions() {
  const { store } = useEditor()
  return useMemo(() => {
    const read = () => inOrder(store.read().edited.reviews)
    const write = (reviews: readonly CustomReview[]) => store.set('reviews', placed(reviews))
    return {
      reorder: write,
      change: (key: string, part: Partial<CustomReview>) =>
        write(read().map((review) => (review.key === key ? { ...review, ...part } : review))),
      add(): string {
        const { reviews, key } = withNew(read())
        write(reviews)
        return key
      },
      remove: (key: string) => removeWithUndo(read, write, (review) => review.key === key),
    }
  }, [store])
}
