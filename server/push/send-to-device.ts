import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { PushOptions, PushOutcome, WebPush } from '#server/integrations/web-push.ts'
import { markExpired } from './expired-endpoints.ts'
import { countFailure, deleteBrowser, deleteDevice, resetFailures, lockBrowser, lockDevices } from './push-store.ts'
import type { Subscription } from './tables.ts'

type DeviceDeps = { db: Db; clock: Clock; log: Log; webPush: Pick<WebPush, 'send'> }

const defaultTries = 3
/** Bounded because a job has two minutes for all devices. */
const waitSecondsMax = 20
/** Push services are rarely unavailable for a week: twenty failures, each hours apart, are the device's own. */
const failuresMax = 20
const failuresApartMs = 9 * 3_600_000

/** Sends a message to a device, and updates the subscription by the push service's response. */
export async function sendToDevice(
  deps: DeviceDeps,
  device: Subscription,
  text: string,
  options: PushOptions,
  { triesMax = defaultTries } = {},
): Promise<PushOutcome> {
  const { db } = deps
  const send = () => deps.webPush.send(device.token, text, options)
  const outcome = await sendWithRetries(send, triesMax)
  if (outcome === 'gone') await unsubscribeBrowser(deps, device)
  if (outcome === 'sent' && device.failures > 0) await resetFailures(db, device)
  if (typeof outcome === 'object' && outcome.isAgainstDevice) await recordFailure(deps, device)
  return outcome
}

async function recordFailure({ db, clock, log }: DeviceDeps, device: Subscription) {
  const now = clock.now()
  const failures = await countFailure(db, device, { now, lastBefore: new Date(now.getTime() - failuresApartMs) })
  if (failures < failuresMax) return
  log.warn('push-device-removed', { subject: device.subjectId })
  await deleteDevice(db, device)
}

/** Retries a few times after the delay that the push service asks for. */
async function sendWithRetries(send: () => Promise<PushOutcome>, triesMax: number): Promise<PushOutcome> {
  for (let time = 1; ; time++) {
    const outcome = await send()
    if (typeof outcome !== 'object' || time === triesMax || outcome.retryAfterSeconds > waitSecondsMax) return outcome
    await wait(outcome.retryAfterSeconds * 1000)
  }
}

type Deps = { db: Db; clock: Clock }

/** The subscription is gone: deletes it for every card. */
async function unsubscribeBrowser({ db, clock }: Deps, device: Subscription): Promise<void> {
  const { subjectId, token } = device
  await db.transaction(async (tx) => {
    await lockDevices(tx, subjectId)
    await lockBrowser(tx, token)
    await markExpired(tx, token, clock.now())
    await deleteBrowser(tx, device)
  })
}
