import type { Page } from 'playwright-core'
import { aCard } from '../factories/cards.ts'
import { siteApp } from '../harness/site-app.ts'
import { aPushDevice } from '../harness/push-device.ts'
import { signedIn } from '../harness/signed-in.ts'
import { aVisitor } from '../harness/visitor.ts'

const app = await siteApp()
const experiments = [{ name: 'NotificationsSubscribe', enabled: true }]

/** An owner at their own card, with a device that can receive push messages. */
export async function anOwner() {
  const card = await aCard(app.deps, { experiments })
  const owner = await signedIn(app, card.id)
  const visitor = await aVisitor({ browser: 'complete', serviceWorkers: 'allow' })
  await visitor.setSession(owner.cookie)
  const device = await aPushDevice(visitor.page)
  const inbox = `/${card.alias}/my-notifications`
  return { card, owner, visitor, device, inbox, [Symbol.asyncDispose]: () => visitor[Symbol.asyncDispose]() }
}

export const rows = (page: Page) => page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')

/** Runs in the page: replaces the push service, which tests cannot reach. */
export function mockPush() {
  const token = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/test',
    expirationTime: null,
    keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
  }
  const subscription = {
    endpoint: token.endpoint,
    options: { applicationServerKey: null },
    toJSON: () => token,
    unsubscribe: async () => true,
  }
  const isOn = () => sessionStorage.getItem('pushes') === 'yes'
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (isOn() ? subscription : null),
    async subscribe() {
      sessionStorage.setItem('pushes', 'yes')
      return subscription
    },
  })
}
