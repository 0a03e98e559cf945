import type { Settings } from '#server/settings.ts'
import type { Db } from '#server/database/database.ts'
import { createReviewsSource, type ReviewsSource } from './reviews-source.ts'
import { createBreakers, type Breakers } from './breaker.ts'
import type { Billing } from './billing.ts'
import { createBilling } from './billing/stripe.ts'
import { createCaptcha, type Captcha } from './captcha.ts'
import { systemClock, type Clock } from './clock.ts'
import { createGeocoder, type Geocoder } from './geocoder.ts'
import { createLog, type Log } from './log.ts'
import { createLinkOpener, type LinkOpener } from './link-opener.ts'
import { createMailer, type Mailer } from './mail.ts'
import { createStorage, type Storage } from './storage.ts'
import { createWebPush, type WebPush } from './web-push.ts'

/** Everything the program reaches beyond its own memory and its database. A test brings its own. */
export type Outside = {
  log: Log
  clock: Clock
  storage: Storage
  reviewsSource: ReviewsSource
  geocoder: Geocoder
  linkOpener: LinkOpener
  mailer: Mailer
  billing: Billing
  breakers: Breakers
}

export async function openOutside(settings: Settings, given: Partial<Outside>): Promise<Outside> {
  const log = given.log ?? createLog(settings.logLevel)
  const clock = given.clock ?? systemClock
  const storage = given.storage ?? (await createStorage(settings, log))
  await storage.reach()
  const breakers = given.breakers ?? createBreakers(log)
  return {
    log,
    breakers,
    clock,
    storage,
    reviewsSource: given.reviewsSource ?? createReviewsSource(settings, breakers),
    geocoder: given.geocoder ?? createGeocoder(settings, breakers),
    linkOpener: given.linkOpener ?? createLinkOpener(settings),
    mailer: given.mailer ?? createMailer(settings, log, { breakers }),
    billing: given.billing ?? createBilling(settings, clock, breakers),
  }
}

/** Those that keep keys of their own in the database, and what was used up. */
export type OutsideWithDb = { webPush: WebPush; captcha: Captcha }

export function openOutsideWithDb(
  needs: Pick<Outside, 'log' | 'clock' | 'breakers'> & { db: Db; settings: Settings },
  given: Partial<OutsideWithDb>,
): OutsideWithDb {
  return { webPush: given.webPush ?? createWebPush(needs), captcha: given.captcha ?? createCaptcha(needs) }
}
