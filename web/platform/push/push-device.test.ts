import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { withReceived } from './notifications.ts'
import { changeNotifications, readNotifications } from './notifications-store.ts'
import { deviceId, forgetNotifications, keepRegistration, readRegistrations } from './push-device.ts'

const aRegistration = (alias: string, subjectId = alias) => ({
  alias,
  subjectId,
  key: '',
  device: 'd',
  slug: 'carte',
  topics: [],
  otherwise: '',
})
const aNotice = { title: 'Amara just connected', body: '', path: '', topic: '', alias: 'maren' }

let store = aDeviceStore()
beforeEach(() => {
  store = aDeviceStore()
  vi.stubGlobal('indexedDB', store.indexedDB)
})
afterEach(() => void vi.unstubAllGlobals())

describe('NOTE-2 what the device knows of its owner', () => {
  test('its name for itself is made once', async () => {
    const name = await deviceId()
    expect(name).toMatch(/^[\da-f-]{36}$/)
    expect(await deviceId()).toBe(name)
  })

  test('a card has one wish, and can be forgotten by itself', async () => {
    for (const subjectId of ['one', 'two']) await keepRegistration('maren', aRegistration('maren', subjectId))
    await keepRegistration('team', aRegistration('team'))
    expect((await readRegistrations()).map(({ subjectId }) => subjectId)).toEqual(['two', 'team'])
    await keepRegistration('maren', null)
    expect((await readRegistrations()).map(({ alias }) => alias)).toEqual(['team'])
  })

  test('what lies there and is no wish is passed over', async () => {
    store.values.set('push-registrations', [null, 'x', { alias: 'maren' }, aRegistration('team')])
    expect(await readRegistrations()).toEqual([aRegistration('team')])
  })

  test('signing out takes all of it away, and the subscription too', async () => {
    await deviceId()
    await keepRegistration('maren', aRegistration('maren'))
    await changeNotifications((kept) => withReceived(kept, aNotice, 1))
    const [close, unsubscribe] = [vi.fn<() => void>(), vi.fn<() => Promise<boolean>>(async () => true)]
    const registration = { getNotifications: async () => [{ close }], pushManager: { getSubscription: async () => ({ unsubscribe }) } }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    await forgetNotifications()

    expect([...store.values]).toEqual([])
    expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([1, 1])
  })

  test('a device without a store, without a worker, forgets without a word', async () => {
    vi.stubGlobal('indexedDB', undefined)
    vi.stubGlobal('navigator', {})
    await forgetNotifications()
    expect(await readNotifications()).toEqual([])
  })
})

test('NOTE-1 the number on the app’s icon follows what nobody has read', async () => {
  const [setAppBadge, clearAppBadge] = [vi.fn<(count: number) => Promise<void>>(), vi.fn<() => Promise<void>>()]
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  await changeNotifications((kept) => withReceived(withReceived(kept, aNotice, 1), aNotice, 2))
  await changeNotifications(() => [])
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2)
  expect(clearAppBadge).toHaveBeenCalledOnce()
})
