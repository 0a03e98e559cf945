import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aDeviceStore } from '../../tests/stand-ins/device-store.ts'
import { readNotifications } from '../platform/push/notifications-store.ts'
import { keepRegistration } from '../platform/push/push-device.ts'
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
afterEach(() => void vi.unstubAllGlobals())

describe('NOTE-1 a push', () => {
  test('is shown, and lies in the inbox as new', async () => {
    const worker = aWorker()
    expect(await push(worker)).toBe(1)

    const [kept] = await readNotifications()
    expect(kept).toMatchObject({
      status: 'new',
      readOn: null,
      notification: { title: message.notification.title, alias: 'maren', path: contactPath },
    })
    expect(worker.shown).toEqual([
      {
        title: message.notification.title,
        options: {
          body: message.notification.body,
          tag: 'contact-7',
          icon: '/icon.png',
          data: { alias: 'maren', path: contactPath, receivedOn: kept?.receivedOn },
        },
      },
    ])
  })

  test('is read the same where the browser itself has read it', async () => {
    const worker = aWorker()
    await worker.fire('push', { data: null, notification: message.notification })
    expect(worker.shown[0]?.title).toBe(message.notification.title)
    expect(await readNotifications()).toHaveLength(1)
  })

  test('is shown on a device that keeps nothing', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const worker = aWorker()
    await push(worker)
    expect(worker.shown).toHaveLength(1)
  })

  test.each([
    ['nothing', ''],
    ['no JSON', '<html>'],
    ['null', 'null'],
    ['a list', '[1,2]'],
    ['no title', '{"notification":{"body":"x"}}'],
    ['a title that is no text', '{"notification":{"title":{"toString":1}}}'],
    ['more than we take', JSON.stringify({ notification: { ...message.notification, body: 'x'.repeat(20_000) } })],
  ])('that carries %s makes a quiet notice, and is not kept', async (_, text) => {
    const worker = aWorker()
    expect(await worker.fire('push', carrying(text))).toBe(1)
    expect(worker.shown).toEqual([expect.objectContaining({ title: 'carte.example', options: expect.objectContaining({ silent: true }) })])
    expect(await readNotifications()).toEqual([])
  })

  test('that cannot even be read makes a quiet notice, in the owner’s words', async () => {
    await keepRegistration('maren', {
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
    expect(worker.shown[0]?.title).toBe('There is news.')
  })

  test('brings no picture and no way to another site', async () => {
    const worker = aWorker()
    const foreign = {
      ...message.notification,
      icon: 'https://evil.example/i.png',
      navigate: 'https://evil.example/',
      data: { alias: 'maren', path: '//evil.example' },
    }
    await push(worker, { web_push: 8030, notification: foreign })
    expect(worker.shown[0]?.options).not.toHaveProperty('icon')
    expect((await readNotifications())[0]?.notification.path).toBe('')
  })
})

describe('NOTE-1 a pressed notification', () => {
  const press = async (windows: string[], data: unknown) => {
    const worker = aWorker({ windows })
    const close = vi.fn<() => void>()
    await worker.fire('notificationclick', { notification: { data, close } })
    expect(close).toHaveBeenCalledOnce()
    return worker.done
  }
  const data = { alias: 'maren', path: contactPath, receivedOn: null }

  test('brings the card’s open window to the front, and there what it is about', async () => {
    const windows = [`${origin}/julian/home`, `${origin}/Maren/home`]
    expect(await press(windows, data)).toEqual([`focus ${origin}/Maren/home`, `go ${contactPath}`])
  })

  test('leaves a window alone that shows it already', async () => {
    expect(await press([origin + contactPath], data)).toEqual([`focus ${origin}${contactPath}`])
  })

  test('opens a window where the card has none', async () => {
    expect(await press([`${origin}/julian/home`, `${origin}/`], data)).toEqual([`open ${origin}${contactPath}`])
  })

  test.each([
    [{ alias: 'maren', path: 'https://evil.example/' }, '/maren/my-notifications'],
    [{ alias: 'maren', path: '//evil.example' }, '/maren/my-notifications'],
    [{ alias: '../x', path: 7 }, '/..%2Fx/my-notifications'],
    [undefined, '/'],
  ])('leads nowhere but into this site: %j', async (found, path) => {
    expect(await press([], found)).toEqual([`open ${origin}${path}`])
  })

  test('has been read', async () => {
    const worker = aWorker()
    await push(worker)
    const shown: unknown = worker.shown[0]?.options.data
    await worker.fire('notificationclick', { notification: { data: shown, close: () => {} } })
    expect((await readNotifications()).map(({ status }) => status)).toEqual(['read'])
  })
})

describe('NOTE-2 a subscription that the browser changed', () => {
  const kept = { subjectId: 's-1', key: 'k-1', device: 'd-1', slug: 'kaart', topics: [], otherwise: '' }
  const subscription = { endpoint: 'https://push.example/new' } as PushSubscription
  const asked = vi.fn<typeof fetch>(async () => Response.json({ success: 1, message: '' }))
  beforeEach(() => {
    asked.mockClear()
    vi.stubGlobal('fetch', asked)
  })

  test('is told to the server for every card that listens here', async () => {
    await keepRegistration('maren', { ...kept, alias: 'maren' })
    await keepRegistration('team', { ...kept, alias: 'team', subjectId: 's-2' })
    await aWorker().fire('pushsubscriptionchange', { newSubscription: subscription })

    expect(asked.mock.calls.map(([url, init]) => [url, JSON.parse(String(init?.body))])).toEqual(
      ['s-1', 's-2'].map((subjectId) => [
        '/remote/api/kaart/notifications-subscribe',
        { enabled: true, subjectId, key: 'k-1', device: 'd-1', token: JSON.stringify(subscription), topics: [] },
      ]),
    )
  })

  test('is made anew under the same key where the browser has not done it', async () => {
    await keepRegistration('maren', { ...kept, alias: 'maren' })
    const applicationServerKey = new ArrayBuffer(65)
    const subscribe = vi.fn<PushManager['subscribe']>(async () => subscription)
    await aWorker({ subscribe }).fire('pushsubscriptionchange', {
      oldSubscription: { options: { applicationServerKey } } as PushSubscription,
    })

    expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey })
    expect(asked).toHaveBeenCalledOnce()
  })

  test('is nobody’s business where no owner listens', async () => {
    await aWorker().fire('pushsubscriptionchange', { newSubscription: subscription })
    expect(asked).not.toHaveBeenCalled()
  })
})

test('a new worker takes over open pages once it is active, and does not push the old one out', async () => {
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
])('localPath refuses %j', (found) => {
  expect(localPath(found, origin)).toBeNull()
})
