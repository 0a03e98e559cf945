import { expect, test } from 'vitest'
import { loadMessages } from '../../i18n/use-translate.ts'
import { timeZoneOf } from '../../platform/visits/time-zone.ts'
import { formatTimes } from './format-times.ts'

const t = await loadMessages('en-US')
const timesIn = (cookie: string) => {
  const timeZone = timeZoneOf(new Request('https://carte.example/admin', { headers: { cookie } }))
  return formatTimes({ language: 'en-US', timeZone, t }, new Date('2026-11-29T04:30:00Z'))
}
/** Versions of ICU differ in the space before AM and PM. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('\u202F', ' '))

test('times are in the zone of the reader’s browser, with UTC beside them', () => {
  const { when, moment, time, day, weekday, recent } = timesIn('time-zone=America%2FNew_York')
  const at = '2026-11-29T04:05:00Z'
  expect(plain(when(at))).toBe('Nov 28, 2026, 11:05 PM')
  expect(plain(moment(at))).toEqual({ at, text: 'Nov 28, 2026, 11:05 PM', utc: 'Nov 29, 2026, 4:05 AM UTC' })
  expect(plain(time(at))).toEqual({ at, text: '11:05 PM', utc: 'Nov 29, 2026, 4:05 AM UTC' })
  expect(day(at)).toBe('Nov 28, 2026')
  expect([weekday(at), weekday('2026-11-28T04:05:00Z')]).toEqual(['Today', 'Friday, November 27, 2026'])
  const texts = [at, '2026-11-28T04:05:00Z', '2026-11-27T04:05:00Z'].map((moment) => recent(moment).text)
  expect(plain(texts)).toEqual(['11:05 PM', 'Yesterday', 'Nov 26, 2026'])
})

test('times say that they are UTC until the zone is known', () => {
  for (const cookie of ['', 'time-zone=Nowhere%2FAt-all']) {
    const { when, moment } = timesIn(cookie)
    expect(plain(when('2026-11-29T04:05:00Z'))).toBe('Nov 29, 2026, 4:05 AM UTC')
    expect(plain(moment('2026-11-29T04:05:00Z').text)).toBe('Nov 29, 2026, 4:05 AM UTC')
    expect(when('')).toBe('')
  }
})
