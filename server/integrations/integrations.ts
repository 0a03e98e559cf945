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
import { systemDns, type Dns } from './guard/dns.ts'
import { createLinkOpener, type LinkOpener } from './link-opener.ts'
import { createMailer, type Mailer } from './mail.ts'
import { createPageReader, type PageReader } from './page-reader.ts'
import { createStorage, type Storage } from './storage.ts'
import { createWebPush, type WebPush } from './web-push.ts'
import { createCrms } from './crm/create-crms.ts'
import type { Crms } from './crm.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

/** Everything outside of the process and its database. Tests replace it. */
export type Integrations = {
  log: Log
  clock: Clock
  storage: Storage
  reviewsSource: ReviewsSource
  geocoder: Geocoder
  linkOpener: LinkOpener
  webhooks: Webhooks
  crms: Crms
  pageReader: PageReader
  mailer: Mailer
  billing: Billing
  breakers: Breakers
  dns: Dns
}

export async function openIntegrations(settings: Settings, overrides: Partial<Integrations>): Promise<Integrations> {
  const log = overrides.log ?? createLog(settings.logLevel)
  const clock = overrides.clock ?? systemClock
  const storage = overrides.storage ?? (await createStorage(settings, log))
  await storage.reach()
  const breakers = overrides.breakers ?? createBreakers(log)
  return {
    log,
    breakers,
    clock,
    dns: overrides.dns ?? systemDns,
    storage,
    reviewsSource: overrides.reviewsSource ?? createReviewsSource(settings, breakers),
    geocoder: overrides.geocoder ?? createGeocoder(settings, breakers),
    linkOpener: overrides.linkOpener ?? createLinkOpener(settings),
    // Breakers of their own: hosts that owners choose must not become labels of metrics.
    webhooks: overrides.webhooks ?? createWebhooks(settings, overrides.breakers),
    crms: overrides.crms ?? createCrms(settings, overrides.breakers),
    pageReader: overrides.pageReader ?? createPageReader(settings),
    mailer: overrides.mailer ?? createMailer(settings, log, { breakers }),
    billing: overrides.billing ?? createBilling(settings, clock, breakers),
  }
}

/** Integrations that store keys and used tokens in the database. */
export type DatabaseIntegrations = { webPush: WebPush; captcha: Captcha }

export function openDatabaseIntegrations(
  deps: Pick<Integrations, 'log' | 'clock' | 'breakers'> & { db: Db; settings: Settings },
  overrides: Partial<DatabaseIntegrations>,
): DatabaseIntegrations {
  return { webPush: overrides.webPush ?? createWebPush(deps), captcha: overrides.captcha ?? createCaptcha(deps) }
}
