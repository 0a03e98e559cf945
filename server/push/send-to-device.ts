import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/database/database.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { PushOptions, PushOutcome, WebPush } from '#server/integrations/web-push.ts'
import { markOver } from './browsers-over.ts'
import { countFailure, dropBrowser, dropDevice, forgiveFailures, lockBrowser, lockDevices } from './push-store.ts'
import type { Subscription } from './tables.ts'

type DeviceNeeds = { db: Db; clock: Clock; log: Log; webPush: Pick<WebPush, 'send'> }

const usualTries = 3
/** Longer than this nobody waits here: a job has two minutes for all devices. */
const waitSecondsMax = 20
/** Seldom is a service broken or out of reach for a week: twenty failures, each so long after the one before, are a device's own. */
const failuresMax = 20
const failuresApartMs = 9 * 3_600_000

/** One message to one device, and what its answer means for the subscription. */
export async function sendToDevice(
  needs: DeviceNeeds,
  device: Subscription,
  text: string,
  options: PushOptions,
  { triesMax = usualTries } = {},
): Promise<PushOutcome> {
  const { db } = needs
  const send = () => needs.webPush.send(device.token, text, options)
  const outcome = await insist(send, triesMax)
  if (outcome === 'gone') await giveUpBrowser(needs, device)
  if (outcome === 'sent' && device.failures > 0) await forgiveFailures(db, device)
  if (typeof outcome === 'object' && outcome.isAgainstDevice) await holdAgainst(needs, device)
  return outcome
}

async function holdAgainst({ db, clock, log }: DeviceNeeds, device: Subscription) {
  const now = clock.now()
  const failures = await countFailure(db, device, { now, apartFrom: new Date(now.getTime() - failuresApartMs) })
  if (failures < failuresMax) return
  log.warn('push-given-up', { subject: device.subjectId })
  await dropDevice(db, device)
}

/** A service that is busy is asked again when it said, a few times. */
async function insist(send: () => Promise<PushOutcome>, triesMax: number): Promise<PushOutcome> {
  for (let time = 1; ; time++) {
    const outcome = await send()
    if (typeof outcome !== 'object' || time === triesMax || outcome.retryAfterSeconds > waitSecondsMax) return outcome
    await wait(outcome.retryAfterSeconds * 1000)
  }
}

type Needs = { db: Db; clock: Clock }

/** It listens no more: not for this card, and not for any other that it was to be told of under the same subscription. */
async function giveUpBrowser({ db, clock }: Needs, device: Subscription): Promise<void> {
  const { subjectId, token } = device
  await db.transaction(async (tx) => {
    await lockDevices(tx, subjectId)
    await lockBrowser(tx, token)
    await markOver(tx, token, clock.now())
    await dropBrowser(tx, device)
  })
}
