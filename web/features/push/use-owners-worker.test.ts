import { beforeEach, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { createClient } from '../../platform/api/client.ts'
import { saveRegistration, readRegistrations } from '../../platform/push/push-device.ts'
import { renewSubscription } from './use-owners-worker.ts'
import { keyBytes } from './push-keys.ts'

const publicKey = 'AQID'
const card = { alias: 'maren', cardId: '01930000-0000-7000-8000-000000000001', cardKey: 'k' }
const topics = [{ topic: 'New_Connected_Client' as const, active: false }]
const stored = { alias: card.alias, subjectId: card.cardId, key: card.cardKey, device: 'd', slug: 'carte', topics, otherwise: '' }

/** A browser with a subscription until it is unsubscribed. */
beforeEach(() => {
  let made = 0
  let current: object | null = null
  const make = () => {
    const options = { applicationServerKey: keyBytes(publicKey).buffer }
    return { endpoint: `https://push.example/${++made}`, options, unsubscribe: async () => (current = null) }
  }
  const subscribe = async () => (current ??= make())
  vi.stubGlobal('indexedDB', aDeviceStore(new Map<unknown, unknown>([['push-device', 'd']])).indexedDB)
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const registration = { pushManager: { getSubscription: async () => current, subscribe } }
  current = make()
  const register = async () => registration
  const serviceWorker = { getRegistration: register, register, ready: Promise.resolve(registration) }
  vi.stubGlobal('navigator', { serviceWorker })
})

type SentSubscription = { subjectId: string; endpoint: string; enabled: boolean }

/** What is sent to a server with this state, where some subscriptions are over. */
async function sentTo(
  known: { active: boolean } | null,
  isOver = (_endpoint: string) => false,
): Promise<{ sent: SentSubscription[]; thrown: unknown }> {
  const sent: SentSubscription[] = []
  const answers: Record<string, object> = {
    'notifications-key': { publicKey },
    'notifications-get-subscription': { success: 1, message: '', subscription: known && { ...known, topics: [] } },
    'notifications-subscribe': { success: 1, message: '' },
  }
  const fetch: typeof globalThis.fetch = async (path, init) => {
    const name = String(path).split('/').at(-1) ?? ''
    if (name !== 'notifications-subscribe') return Response.json(answers[name])
    const { token, ...request }: SentSubscription & { token: string } = JSON.parse(String(init?.body))
    const { endpoint }: SentSubscription = JSON.parse(token)
    sent.push({ ...request, endpoint })
    return isOver(endpoint)
      ? Response.json({ success: 0, message: 'Over.', type: '/problems/push-subscription-ended' }, { status: 410 })
      : Response.json(answers[name])
  }
  vi.stubGlobal('fetch', fetch)
  const { call } = createClient({ slug: 'carte', fetch })
  const thrown = await renewSubscription({ call, card, slug: 'carte', otherwise: '' }).catch((error: unknown) => error)
  return { sent, thrown }
}
const [first, second] = ['https://push.example/1', 'https://push.example/2']

test('NOTE-2 after a new login a device is subscribed again with its topics', async () => {
  await saveRegistration(card.alias, stored)
  const { sent } = await sentTo(null)
  expect(sent).toEqual([expect.objectContaining({ subjectId: card.cardId, device: 'd', enabled: true, topics, endpoint: first })])
})

test('a device with a matching active subscription is unchanged', async () => {
  await saveRegistration(card.alias, stored)
  expect(await sentTo({ active: true })).toEqual({ sent: [], thrown: undefined })
})

test('a device with another subscription on the server sends the current one', async () => {
  await saveRegistration(card.alias, stored)
  const { sent } = await sentTo({ active: false })
  expect(sent).toEqual([expect.objectContaining({ enabled: true, topics, endpoint: first })])
})

test('a device without a registration makes no request', async () => {
  expect(await sentTo(null)).toEqual({ sent: [], thrown: undefined })
})

test('an expired subscription is replaced for every card on the device', async () => {
  const other = { ...stored, alias: 'julian', subjectId: '01930000-0000-7000-8000-000000000002' }
  await saveRegistration(other.alias, other)
  await saveRegistration(card.alias, stored)
  const { sent } = await sentTo(null, (endpoint) => endpoint === first)
  expect(sent).toEqual([
    expect.objectContaining({ subjectId: card.cardId, endpoint: first }),
    expect.objectContaining({ subjectId: card.cardId, endpoint: second, enabled: true, topics }),
    expect.objectContaining({ subjectId: other.subjectId, endpoint: second, enabled: true, topics }),
  ])
  expect(await readRegistrations()).toEqual([other, stored])
})

test('but only once, whatever the server answers', async () => {
  await saveRegistration(card.alias, stored)
  const { sent, thrown } = await sentTo(null, () => true)
  expect(thrown).toMatchObject({ problem: { status: 410 } })
  expect(sent.map(({ endpoint }) => endpoint)).toEqual([first, second])
})
