import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { createClient } from '../../platform/api/client.ts'
import { keepRegistration, readRegistrations } from '../../platform/push/push-device.ts'
import { keepListening } from './use-owners-worker.ts'
import { keyBytes } from './push-keys.ts'

const publicKey = 'AQID'
const card = { alias: 'maren', cardId: '01930000-0000-7000-8000-000000000001', cardKey: 'k' }
const topics = [{ topic: 'New_Connected_Client' as const, active: false }]
const kept = { alias: card.alias, subjectId: card.cardId, key: card.cardKey, device: 'd', slug: 'carte', topics, otherwise: '' }

/** A browser gives what it has until it is told to give that up. */
beforeEach(() => {
  let made = 0
  let held: object | null = null
  const make = () => {
    const options = { applicationServerKey: keyBytes(publicKey).buffer }
    return { endpoint: `https://push.example/${++made}`, options, unsubscribe: async () => (held = null) }
  }
  const subscribe = async () => (held ??= make())
  vi.stubGlobal('indexedDB', aDeviceStore(new Map<unknown, unknown>([['push-device', 'd']])).indexedDB)
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const registration = { pushManager: { getSubscription: async () => held, subscribe } }
  held = make()
  const register = async () => registration
  const serviceWorker = { getRegistration: register, register, ready: Promise.resolve(registration) }
  vi.stubGlobal('navigator', { serviceWorker })
})
afterEach(() => void vi.unstubAllGlobals())

type Told = { subjectId: string; endpoint: string; enabled: boolean }

/** What is told to a server that knows this of the device, and for which some subscriptions are over. */
async function toldTo(
  known: { active: boolean } | null,
  isOver = (_endpoint: string) => false,
): Promise<{ told: Told[]; thrown: unknown }> {
  const told: Told[] = []
  const answers: Record<string, object> = {
    'notifications-key': { publicKey },
    'notifications-get-subscription': { success: 1, message: '', subscription: known && { ...known, topics: [] } },
    'notifications-subscribe': { success: 1, message: '' },
  }
  const fetch: typeof globalThis.fetch = async (path, init) => {
    const name = String(path).split('/').at(-1) ?? ''
    if (name !== 'notifications-subscribe') return Response.json(answers[name])
    const { token, ...wish }: Told & { token: string } = JSON.parse(String(init?.body))
    const { endpoint }: Told = JSON.parse(token)
    told.push({ ...wish, endpoint })
    return isOver(endpoint) ? Response.json({ success: 0, message: 'Over.' }, { status: 410 }) : Response.json(answers[name])
  }
  vi.stubGlobal('fetch', fetch)
  const { call } = createClient({ slug: 'carte', fetch })
  const thrown = await keepListening({ call, card, slug: 'carte', otherwise: '' }).catch((error: unknown) => error)
  return { told, thrown }
}
const [first, second] = ['https://push.example/1', 'https://push.example/2']

test('NOTE-2 a device whose session was ended is told of its card again after the next sign-in, with the topics it had', async () => {
  await keepRegistration(card.alias, kept)
  const { told } = await toldTo(null)
  expect(told).toEqual([expect.objectContaining({ subjectId: card.cardId, device: 'd', enabled: true, topics, endpoint: first })])
})

test('one that the server tells of its card under this subscription is left as it is', async () => {
  await keepRegistration(card.alias, kept)
  expect(await toldTo({ active: true })).toEqual({ told: [], thrown: undefined })
})

test('one that it knows under another subscription is told of under this one', async () => {
  await keepRegistration(card.alias, kept)
  const { told } = await toldTo({ active: false })
  expect(told).toEqual([expect.objectContaining({ enabled: true, topics, endpoint: first })])
})

test('one that never was told to listen, or was signed out there, asks for nothing', async () => {
  expect(await toldTo(null)).toEqual({ told: [], thrown: undefined })
})

test('one whose subscription is over, which its browser does not know, is subscribed anew, for every card it hears of', async () => {
  const other = { ...kept, alias: 'julian', subjectId: '01930000-0000-7000-8000-000000000002' }
  await keepRegistration(other.alias, other)
  await keepRegistration(card.alias, kept)
  const { told } = await toldTo(null, (endpoint) => endpoint === first)
  expect(told).toEqual([
    expect.objectContaining({ subjectId: card.cardId, endpoint: first }),
    expect.objectContaining({ subjectId: card.cardId, endpoint: second, enabled: true, topics }),
    expect.objectContaining({ subjectId: other.subjectId, endpoint: second, enabled: true, topics }),
  ])
  expect(await readRegistrations()).toEqual([other, kept])
})

test('but once, whatever the server says', async () => {
  await keepRegistration(card.alias, kept)
  const { told, thrown } = await toldTo(null, () => true)
  expect(thrown).toMatchObject({ problem: { status: 410 } })
  expect(told.map(({ endpoint }) => endpoint)).toEqual([first, second])
})
