import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { withReceived } from './notifications.ts'
import { changeNotifications, readNotifications } from './notifications-store.ts'
import { deviceId, forgetNotifications, saveRegistration, readRegistrations } from './push-device.ts'

const aRegistration = (alias: string, subjectId = alias) => ({
  alias,
  subjectId,
  key: '',
  device: 'd',
  slug: 'carte',
  topics: [],
  otherwise: '',
})
const aNotice = { title: 'Amara just connected', body: '', path: '', topic: '', alias: 'maren', tag: '' }

let store = aDeviceStore()
beforeEach(() => {
  store = aDeviceStore()
  vi.stubGlobal('indexedDB', store.indexedDB)
})

describe('NOTE-2 what the device stores about its owner', () => {
  test('its ID is created once', async () => {
    const name = await deviceId()
    expect(name).toMatch(/^[\da-f-]{36}$/)
    expect(await deviceId()).toBe(name)
  })

  test('a card has one registration, which can be removed alone', async () => {
    for (const subjectId of ['one', 'two']) await saveRegistration('maren', aRegistration('maren', subjectId))
    await saveRegistration('team', aRegistration('team'))
    expect((await readRegistrations()).map(({ subjectId }) => subjectId)).toEqual(['two', 'team'])
    await saveRegistration('maren', null)
    expect((await readRegistrations()).map(({ alias }) => alias)).toEqual(['team'])
  })

  test('skips stored values that are no registration', async () => {
    store.values.set('push-registrations', [null, 'x', { alias: 'maren' }, aRegistration('team')])
    expect(await readRegistrations()).toEqual([aRegistration('team')])
  })

  test('signing out removes everything, the subscription too', async () => {
    await deviceId()
    await saveRegistration('maren', aRegistration('maren'))
    await changeNotifications((stored) => withReceived(stored, aNotice, 1))
    const [close, unsubscribe] = [vi.fn<() => void>(), vi.fn<() => Promise<boolean>>(async () => true)]
    const registration = { getNotifications: async () => [{ close }], pushManager: { getSubscription: async () => ({ unsubscribe }) } }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
    await forgetNotifications()

    expect([...store.values]).toEqual([])
    expect([close.mock.calls.length, unsubscribe.mock.calls.length]).toEqual([1, 1])
  })

  test('works on a device without IndexedDB and service workers', async () => {
    vi.stubGlobal('indexedDB', undefined)
    vi.stubGlobal('navigator', {})
    await forgetNotifications()
    expect(await readNotifications()).toEqual([])
  })
})

test('NOTE-1 the app’s icon shows the number of unread notifications', async () => {
  const [setAppBadge, clearAppBadge] = [vi.fn<(count: number) => Promise<void>>(), vi.fn<() => Promise<void>>()]
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge })
  await changeNotifications((stored) => withReceived(withReceived(stored, aNotice, 1), aNotice, 2))
  await changeNotifications(() => [])
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(2)
  expect(clearAppBadge).toHaveBeenCalledOnce()
})
