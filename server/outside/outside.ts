import type { Settings } from '#server/settings.ts'
import { createReviewsSource, type ReviewsSource } from './reviews-source.ts'
import { systemClock, type Clock } from './clock.ts'
import { createGeocoder, type Geocoder } from './geocoder.ts'
import { createLog, type Log } from './log.ts'
import { createDiskStorage, type Storage } from './storage.ts'

/** Everything the program reaches beyond its own memory and its database. A test brings its own. */
export type Outside = { log: Log; clock: Clock; storage: Storage; reviewsSource: ReviewsSource; geocoder: Geocoder }

export function openOutside(settings: Settings, given: Partial<Outside> = {}): Outside {
  return {
    log: given.log ?? createLog(settings.logLevel),
    clock: given.clock ?? systemClock,
    reviewsSource: given.reviewsSource ?? createReviewsSource(settings),
    geocoder: given.geocoder ?? createGeocoder(settings),
    storage: given.storage ?? createDiskStorage(settings.dataDir),
  }
}
