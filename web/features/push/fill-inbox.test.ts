import { beforeEach, expect, test, vi } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { InboxNotice } from '#contract/inbox.ts'
import { forgetNotifications } from '../../platform/push/push-device.ts'
import { readNotifications } from '../../platform/push/notifications-store.ts'
import { aDeviceStore } from '../../../tests/stand-ins/device-store.ts'
import { fillInbox } from './use-fill-inbox.ts'

const notice: InboxNotice = {
  tag: 'contact-1',
  topic: 'New_Connected_Client',
  title: 'Amara just connected',
  body: '',
  path: '/maren/my-contacts?contact=1',
  at: '2036-06-15T15:00:00Z',
  isRead: false,
}
const titles = async () => (await readNotifications()).map(({ notification }) => notification.title)

beforeEach(() => {
  vi.stubGlobal('indexedDB', aDeviceStore().indexedDB)
  vi.stubGlobal('navigator', {})
})

test('NOTE-1 the inbox is filled without push', async () => {
  await fillInbox((async () => [notice]) as Api['call'], 'maren')
  expect(await titles()).toEqual(['Amara just connected'])
})

test('NOTE-1 an answer that arrives after logging out leaves nothing on the device', async () => {
  const call = async () => {
    await forgetNotifications()
    return [notice]
  }
  await fillInbox(call as Api['call'], 'maren')
  expect(await titles()).toEqual([])
})
