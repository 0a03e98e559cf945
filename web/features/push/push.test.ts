import { describe, expect, test } from 'vitest'
import type { StoredNotification } from '../../platform/push/notifications.ts'
import { deviceNamed } from './push-toggles.tsx'
import { formatNoticeTime } from './notice-when.ts'
import { keyBytes, sameKey } from './push-keys.ts'
import { searchNotices } from './inbox-page.tsx'
import { isSlidAway, slideBy } from './inbox-row.tsx'
import { wantedFrom, withMaster, withTopic } from './topics.ts'

describe('NOTE-1 the inbox', () => {
  const now = new Date(2026, 5, 14, 15, 30).getTime()
  const words = { language: 'en-US', yesterday: 'Yesterday' }

  test.each([
    [new Date(2026, 5, 14, 9, 42), '9:42 AM'],
    [new Date(2026, 5, 13, 23, 59), 'Yesterday'],
    [new Date(2026, 5, 12, 9, 0), 'Jun 12'],
    [new Date(2025, 5, 12, 9, 0), 'Jun 12, 2025'],
  ])('formats the time of a notification: %s', (moment, expected) => {
    expect(formatNoticeTime(moment.getTime(), now, words).replace(/\s/gu, ' ')).toBe(expected)
  })

  const aStored = (title: string, body = ''): StoredNotification => ({
    status: 'new',
    receivedOn: 1,
    readOn: null,
    notification: { title, body, path: '', topic: '', alias: 'maren', tag: '' },
  })

  test.each([
    ['', ['Élodie connected', 'Version 3']],
    ['  elodie ', ['Élodie connected']],
    ['house CONN', ['Élodie connected']],
    ['unmatched', []],
  ])('finds “%s”', (wanted, found) => {
    const notices = [aStored('Élodie connected', 'Met at the open house.'), aStored('Version 3')]
    expect(searchNotices(notices, wanted).map(({ notification }) => notification.title)).toEqual(found)
  })

  test('a row follows a swipe in one direction, and is dismissed past a third', () => {
    expect([slideBy(-50, false), slideBy(50, false), slideBy(50, true), slideBy(-4, false)]).toEqual([-50, 0, 50, 0])
    expect([isSlidAway(-120, 350), isSlidAway(-110, 350), isSlidAway(0, 0)]).toEqual([true, false, false])
  })
})

describe('NOTE-2 the switches', () => {
  const some = wantedFrom({ active: true, topics: [{ topic: 'General_Notifications', active: false }] })

  test('a topic the server does not mention is on', () => {
    expect(some.topics).toEqual([
      { topic: 'New_Connected_Client', active: true },
      { topic: 'General_Notifications', active: false },
    ])
    expect(wantedFrom(null)).toMatchObject({ isOn: false, topics: [{ active: true }, { active: true }] })
  })

  test('the main switch turns every topic on; turning it off leaves them', () => {
    expect(withMaster(some, true).topics.every(({ active }) => active)).toBe(true)
    expect(withMaster(some, false)).toEqual({ isOn: false, topics: some.topics })
  })

  test('a topic has its own switch', () => {
    expect(withTopic(some, 'New_Connected_Client', false).topics.map(({ active }) => active)).toEqual([false, false])
  })

  test('another key is detected in any notation', () => {
    const text = '-_8A'
    const made = keyBytes(text)
    expect([...made]).toEqual([251, 255, 0])
    expect([sameKey(made.buffer, text), sameKey(new ArrayBuffer(3), text), sameKey(null, text)]).toEqual([true, false, true])
  })

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8', null],
  ])('names the device: %s', (userAgent, expected) => {
    const named = deviceNamed(userAgent)
    expect(named && `${named.browser} on ${named.system}`).toBe(expected)
  })
})
