import { describe, expect, test } from 'vitest'
import type { InboxNotice } from '#contract/inbox.ts'
import {
  countNew,
  ofCard,
  readStored,
  withDismissed,
  withRestored,
  withReceived,
  withRead,
  type StoredNotification,
} from './notifications.ts'
import { withListed } from './with-listed.ts'

const aNotice = (title: string, alias = 'maren') => ({ title, body: '', path: '', topic: 'New_Connected_Client', alias, tag: '' })
const aStored = (receivedOn: number, title = `At ${receivedOn}`): StoredNotification => ({
  status: 'new',
  receivedOn,
  readOn: null,
  notification: aNotice(title),
})
const moments = (stored: readonly StoredNotification[]) => stored.map(({ receivedOn }) => receivedOn)

describe('NOTE-1 the inbox', () => {
  test('puts the latest notification first, as new', () => {
    const [first] = withReceived([aStored(10)], aNotice('Amara just connected'), 20)
    expect(first).toEqual({ status: 'new', receivedOn: 20, readOn: null, notification: aNotice('Amara just connected') })
  })

  test.each([
    ['two in one millisecond', 10],
    ['a clock that was set back', 3],
  ])('gives every notification a unique time: %s', (_, now) => {
    expect(moments(withReceived([aStored(10)], aNotice('Later'), now))).toEqual([11, 10])
  })

  test('keeps the latest five hundred', () => {
    const full = Array.from({ length: 500 }, (_, index) => aStored(500 - index))
    const stored = withReceived(full, aNotice('One more'), 900)
    expect([stored.length, stored[0]?.receivedOn, stored.at(-1)?.receivedOn]).toEqual([500, 900, 2])
  })

  test('marking as read keeps the moment it was first read', () => {
    const once = withRead([aStored(2), aStored(1)], new Set([2]), 50)
    const twice = withRead(once, new Set([2, 1]), 60)
    expect(twice.map(({ status, readOn }) => [status, readOn])).toEqual([
      ['read', 50],
      ['read', 60],
    ])
    expect([countNew(once), countNew(twice)]).toEqual([1, 0])
  })

  test('a dismissed notification can be restored to its place', () => {
    const stored = [aStored(3), aStored(2), aStored(1)]
    const fewer = withDismissed(stored, 2)
    expect(moments(ofCard(fewer, 'maren'))).toEqual([3, 1])
    expect(JSON.stringify(fewer)).not.toContain('At 2')
    expect(withRestored(fewer, aStored(2))).toEqual(stored)
    expect(withRestored(stored, aStored(2))).toEqual(stored)
  })

  test('a card shows its own notifications, whatever the case of its alias', () => {
    const stored = [aStored(1), { ...aStored(2), notification: aNotice('Not hers', 'julian') }]
    expect(moments(ofCard(stored, 'Maren'))).toEqual([1])
  })

  test.each([[null], ['[]'], [{}], [[null, 1, 'x', {}, { receivedOn: 'now', notification: {} }, { receivedOn: NaN, notification: {} }]]])(
    'reads %j as empty',
    (found) => {
      expect(readStored(found)).toEqual([])
    },
  )

  test('reads only known fields of what another version wrote, newest first', () => {
    const found = [{ receivedOn: 1, notification: { title: 7, body: 'Hello' }, color: 'red' }, aStored(2)]
    expect(readStored(found)).toEqual([
      aStored(2),
      { status: 'new', receivedOn: 1, readOn: null, notification: { title: '', body: 'Hello', path: '', topic: '', alias: '', tag: '' } },
    ])
  })

  const listed = (tag: string, minute: number, isRead = false): InboxNotice => ({
    tag,
    topic: 'New_Connected_Client',
    title: tag,
    body: '',
    path: `/maren/my-contacts?contact=${tag}`,
    at: new Date(minute * 60_000).toISOString(),
    isRead,
  })
  const visible = (stored: readonly StoredNotification[]) =>
    ofCard(stored, 'maren').map(({ status, notification: { title } }) => `${title} ${status}`)

  test('is filled from the server’s list, once each, in order, read if opened elsewhere', () => {
    const list = [listed('Cleo', 3), listed('Ben', 2, true), listed('Ada', 2)]
    const stored = withListed([], 'maren', list, 500)
    expect(visible(stored)).toEqual(['Cleo new', 'Ada new', 'Ben read'])
    expect(new Set(moments(stored)).size).toBe(3)
    expect(withListed(stored, 'maren', list, 600)).toEqual(stored)
    expect(visible(withListed(stored, 'maren', [listed('Cleo', 3, true)], 600))).toContain('Cleo read')
  })

  test('has a contact once, whether the push or the list came first', () => {
    const push = { ...aNotice('Cleo'), tag: 'Cleo' }
    expect(visible(withListed(withReceived([], push, 200_000), 'maren', [listed('Cleo', 3)], 500))).toEqual(['Cleo new'])
    const read = withRead(withListed([], 'maren', [listed('Cleo', 3)], 500), new Set([180_000]), 501)
    expect(visible(withReceived(read, push, 200_000))).toEqual(['Cleo read'])
  })

  test('does not get a dismissed notification back, nor from another card’s list', () => {
    const stored = withDismissed(withListed([], 'maren', [listed('Cleo', 3)], 500), 180_000)
    expect(visible(withListed(stored, 'maren', [listed('Cleo', 3)], 600))).toEqual([])
    expect(visible(withListed(stored, 'julian', [listed('Cleo', 3)], 600))).toEqual([])
  })

  test('loses contacts the server no longer lists, but no push that arrived meanwhile', () => {
    const dayMs = 86_400_000
    const stored = withListed([], 'maren', [listed('contact-1', 3), listed('contact-2', 4), listed('notice-1', 5)], dayMs)
    const newer = withReceived(stored, { ...aNotice('Later'), tag: 'contact-9' }, dayMs + 5)
    expect(visible(withListed(newer, 'maren', [listed('contact-2', 4)], dayMs))).toEqual(['Later new', 'notice-1 new', 'contact-2 new'])
    expect(visible(withListed(newer, 'maren', [], 40 * dayMs))).toContain('contact-1 new')
  })
})
