import type { ReviewsSource } from '#server/integrations/reviews-source.ts'
import type { ReviewSource } from './tables.ts'

/** Whether there is anybody to ask. What is kept without them would never come back. */
export const canAsk = ({ isSet }: ReviewsSource, source: ReviewSource): boolean => (source === 'zillow-lender' ? isSet.lender : isSet.agent)
