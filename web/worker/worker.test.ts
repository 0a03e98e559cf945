import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../tests/stand-ins/device-store.ts'
import { readNotifications } from '../platform/push/notifications-store.ts'
import { saveRegistration } from '../platform/push/push-device.ts'
import { aWorker, origin } from '../../tests/stand-ins/a-worker.ts'
import { localPath } from './local-path.ts'

const contactPath = '/maren/my-contacts?contact=7'
const message = {
  web_push: 8030,
  notification: {
    title: 'Amara Field just connected',
    body: 'Met you at the open house.',
    navigate: origin + contactPath,
    tag: 'contact-7',
    icon: `${origin}/icon.png`,
    data: { alias: 'maren', topic: 'New_Connected_Client', path: contactPath },
  },
}
const carrying = (text: string) => ({ data: { text: () => text } })
const push = (worker: ReturnType<typeof aWorker>, what: unknown = message) => worker.fire('push', carrying(JSON.stringify(what)))

beforeEach(() => void vi.stubGlobal('indexedDB', aDeviceStore().indexedDB))

describe('NOTE-1 a push', () => {
  test('is shown, and is new in the inbox', async () => {
    const worker = aWorker()
    expect(await push(worker)).toBe(1)

    const [stored] = await readNotifications()
    expect(stored).toMatchObject({
      status: 'new',
      readOn: null,
      notification: { title: message.notification.title, alias: 'maren', path: contactPath },
    })
    expect(worker.notifications).toEqual([
      {
        title: message.notification.title,
        options: {
          body: message.notification.body,
          tag: 'contact-7',
          icon: '/icon.png',
          data: { alias: 'maren', path: contactPath, receivedOn: stored?.receivedOn },
        },
      },
    ])
  })

  test('is parsed the same if the browser has parsed it', async () => {
    const worker = aWorker()
    await worker.fire('push', { data: null, notification: message.notification })
    expect(worker.notifications[0]?.title).toBe(message.notification.title)
    expect(await readNotifications()).toHaveLength(1)
  })

  test('is shown on a device without storage', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const worker = aWorker()
    await push(worker)
    expect(worker.notifications).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['no title', '{"notification":{"body":"x"}}'],
    ['a title that is no text', '{"notification":{"title":{"toString":1}}}'],
    ['more than we take', JSON.stringify({ notification: { ...message.notification, body: 'x'.repeat(20_000) } })],
  ])('with %s is shown silently, and not stored', async (_, text) => {
    const worker = aWorker()
    expect(await worker.fire('push', carrying(text))).toBe(1)
    expect(worker.notifications).toEqual([
      expect.objectContaining({ title: 'carte.example', options: expect.objectContaining({ silent: true }) }),
    ])
    expect(await readNotifications()).toEqual([])
  })

  test('that cannot be parsed is shown silently, with the fallback title', async () => {
    await saveRegistration('maren', {
      alias: 'maren',
      subjectId: 's',
      key: 'k',
      device: 'd',
      slug: 'carte',
      topics: [],
      otherwise: 'There is news.',
    })
    const worker = aWorker()
    await worker.fire('push', {
      data: {
        text() {
          throw new TypeError('not text')
        },
      },
    })
    expect(worker.notifications[0]?.title).toBe('There is news.')
  })

  test('has no picture from and no link to another site', async () => {
    const worker = aWorker()
    const foreign = {
      ...message.notification,
      icon: 'https://evil.example/i.png',
      navigate: 'https://evil.example/',
      data: { alias: 'maren', path: '//evil.example' },
    }
    await push(worker, { web_push: 8030, notification: foreign })
    expect(worker.notifications[0]?.options).not.toHaveProperty('icon')
    expect((await readNotifications())[0]?.notification.path).toBe('')
  })
})

describe('NOTE-1 a clicked notification', () => {
  const click = async (windows: string[], data: unknown) => {
    const worker = aWorker({ windows })
    const close = vi.fn<() => void>()
    await worker.fire('notificationclick', { notification: { data, close } })
    expect(close).toHaveBeenCalledOnce()
    return worker.done
  }
  const data = { alias: 'maren', path: contactPath, receivedOn: null }

  test('focuses the card’s open window at the right page', async () => {
    const windows = [`${origin}/julian/home`, `${origin}/Maren/home`]
    expect(await click(windows, data)).toEqual([`focus ${origin}/Maren/home`, `go ${contactPath}`])
  })

  test('does not navigate a window that shows the page', async () => {
    expect(await click([origin + contactPath], data)).toEqual([`focus ${origin}${contactPath}`])
  })

  test('opens a window if the card has none', async () => {
    expect(await click([`${origin}/julian/home`, `${origin}/`], data)).toEqual([`open ${origin}${contactPath}`])
  })

  test.each([
    [{ alias: 'maren', path: 'https://evil.example/' }, '/maren/my-notifications'],
    [{ alias: 'maren', path: '//evil.example' }, '/maren/my-notifications'],
    [{ alias: '../x', path: 7 }, '/..%2Fx/my-notifications'],
    [undefined, '/'],
  ])('opens only pages of this site: %j', async (found, path) => {
    expect(await click([], found)).toEqual([`open ${origin}${path}`])
  })

  test('is marked as read', async () => {
    const worker = aWorker()
    await push(worker)
    const notifications: unknown = worker.notifications[0]?.options.data
    await worker.fire('notificationclick', { notification: { data: notifications, close: () => {} } })
    expect((await readNotifications()).map(({ status }) => status)).toEqual(['read'])
  })
})

describe('NOTE-2 a renewed push subscription', () => {
  const stored = { subjectId: 's-1', key: 'k-1', device: 'd-1', slug: 'kaart', topics: [], otherwise: '' }
  const subscription = { endpoint: 'https://push.example/new' } as PushSubscription
  const requests = vi.fn<typeof fetch>(async () => Response.json({ success: 1, message: '' }))
  beforeEach(() => {
    requests.mockClear()
    vi.stubGlobal('fetch', requests)
  })

  test('is registered for every subscribed card', async () => {
    await saveRegistration('maren', { ...stored, alias: 'maren' })
    await saveRegistration('team', { ...stored, alias: 'team', subjectId: 's-2' })
    await aWorker().fire('pushsubscriptionchange', { newSubscription: subscription })

    expect(requests.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual(
      ['s-1', 's-2'].map((subjectId) => [
        '/remote/api/kaart/notifications-subscribe',
        { enabled: true, subjectId, key: 'k-1', device: 'd-1', token: JSON.stringify(subscription), topics: [] },
      ]),
    )
  })

  test('is created with the same key if the browser has not done it', async () => {
    await saveRegistration('maren', { ...stored, alias: 'maren' })
    const applicationServerKey = new ArrayBuffer(65)
    const subscribe = vi.fn<PushManager['subscribe']>(async () => subscription)
    await aWorker({ subscribe }).fire('pushsubscriptionchange', {
      oldSubscription: { options: { applicationServerKey } } as PushSubscription,
    })

    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
    expect(requests).toHaveBeenCalledOnce()
  })

  test('is ignored without a subscribed card', async () => {
    await aWorker().fire('pushsubscriptionchange', { newSubscription: subscription })
    expect(requests).not.toHaveBeenCalled()
  })
})

test('a new worker takes over open pages once active, without skipping the wait', async () => {
  const worker = aWorker()
  await worker.fire('activate', {})
  expect(worker.done).toEqual(['claim'])
})

test.each([
  '',
  'maren',
  '//evil.example',
  '/\\evil.example',
  '/a\\b',
  '/a\nb',
  'https://evil.example/',
  `${origin}.evil.example/`,
  7,
  null,
])('localPath rejects %j', (found) => {
  expect(localPath(found, origin)).toBeNull()
})
