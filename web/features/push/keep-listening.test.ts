import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addresses } from '#contract/addresses.ts'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { createClient } from '../../platform/client.ts'
import { keepRegistration, readRegistrations } from '../../platform/push-device.ts'
import { keepListening } from './keep-listening.ts'
import { keyBytes } from './push-keys.ts'

const publicKey = 'AQID'
const card = { alias: 'maren', cardId: '01930000-0000-7000-8000-000000000001', cardKey: 'k' }
const topics = [{ topic: 'New_Connected_Client' as const, active: false }]
const kept = { alias: card.alias, subjectId: card.cardId, key: card.cardKey, device: 'd', slug: 'carte', topics, otherwise: '' }

/** A browser that gives what it has until it is told to give that up. */
beforeEach(() => {
  let made = 0
  let held: object | null = null
  const subscribe = async () => {
    const options = { applicationServerKey: keyBytes(publicKey).buffer }
    const unsubscribe = async () => (held = null)
    return (held = { endpoint: `https://push.example/${++made}`, options, unsubscribe })
  }
  vi.stubGlobal('indexedDB', aDeviceStore(new Map<unknown, unknown>([['push-device', 'd']])).indexedDB)
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission: 'granted' })
  const registration = { pushManager: { getSubscription: async () => held ?? subscribe(), subscribe } }
  const register = async () => registration
  const serviceWorker = { getRegistration: register, register, ready: Promise.resolve(registration) }
  vi.stubGlobal('navigator', { serviceWorker })
})
afterEach(() => void vi.unstubAllGlobals())

/** What is told to a server that knows this of the device. */
async function toldTo(known: { active: boolean } | null, over = 'none'): Promise<unknown[]> {
  const told: unknown[] = []
  const answers: Record<string, object> = {
    'notifications-key': { publicKey },
    'notifications-get-subscription': { success: 1, message: '', subscription: known && { ...known, topics: [] } },
    'notifications-subscribe': { success: 1, message: '' },
  }
  const { call } = createClient({
    addresses,
    slug: 'carte',
    async fetch(path, init) {
      const name = String(path).split('/').at(-1) ?? ''
      if (name !== 'notifications-subscribe') return Response.json(answers[name])
      const wish: { token: string } = JSON.parse(String(init?.body))
      const { endpoint }: { endpoint: string } = JSON.parse(wish.token)
      told.push({ ...wish, endpoint })
      return [endpoint, 'all'].includes(over)
        ? Response.json({ success: 0, message: 'Over.' }, { status: 410 })
        : Response.json(answers[name])
    },
  })
  await keepListening({ call, card, slug: 'carte', otherwise: '' })
  return told
}

test('NOTE-2 a device whose session was ended is told of its card again after the next sign-in, with the topics it had', async () => {
  await keepRegistration(card.alias, kept)
  expect(await toldTo(null)).toEqual([expect.objectContaining({ subjectId: card.cardId, device: 'd', enabled: true, topics })])
})

test('one that the server knows is left as it is, also where it is off', async () => {
  await keepRegistration(card.alias, kept)
  expect([await toldTo({ active: true }), await toldTo({ active: false })]).toEqual([[], []])
})

test('one that never was told to listen, or was signed out there, asks for nothing', async () => {
  expect(await toldTo(null)).toEqual([])
})

test('one whose subscription is over, which its browser does not know, is subscribed anew', async () => {
  await keepRegistration(card.alias, kept)
  expect(await toldTo(null, 'https://push.example/1')).toEqual([
    expect.objectContaining({ endpoint: 'https://push.example/1' }),
    expect.objectContaining({ endpoint: 'https://push.example/2', enabled: true, topics }),
  ])
  expect(await readRegistrations()).toEqual([kept])
})

test('but once, whatever the server says', async () => {
  await keepRegistration(card.alias, kept)
  const refusal = await toldTo(null, 'all').catch((thrown: unknown) => thrown)
  expect(refusal).toMatchObject({ problem: { status: 410 } })
})
