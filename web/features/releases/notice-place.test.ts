import { describe, expect, test } from 'vitest'
import { noticePlace } from './notice-place.ts'

const running = '1.2.3'
const on = (day: string) => Date.parse(`${day}T12:00:00Z`)
const placeOf = (version: string, now = on('2026-11-23')) => noticePlace({ running, found: { version, date: '2026-11-23' }, now })

describe('VER-1 a new version is announced', () => {
  test.each(['2.0.0', '1.3.0', '2.0.0-beta.1', '1.3.0-rc.1'])('in a panel if it is major or minor, however old: %s', (version) => {
    expect([placeOf(version), placeOf(version, on('2027-11-23'))]).toEqual(['panel', 'panel'])
  })

  test('in the menu if it is a patch, for seven days after its date', () => {
    expect([placeOf('1.2.4'), placeOf('1.2.4', on('2026-11-30')), placeOf('1.2.4', on('2026-12-01'))]).toEqual(['menu', 'menu', null])
  })

  test('on a device whose clock is years behind', () => {
    expect(placeOf('1.2.4', on('2001-01-01'))).toBe('menu')
  })

  test('nowhere if it is not newer, or invalid', () => {
    expect(['1.2.3', '1.2.2', 'newest', ''].map((version) => placeOf(version))).toEqual([null, null, null, null])
    expect(noticePlace({ running, found: { version: '1.2.4', date: 'soon' }, now: on('2026-11-23') })).toBe('menu')
    expect(noticePlace({ running: 'dev', found: { version: '9.0.0', date: '2026-11-23' }, now: on('2026-11-23') })).toBeNull()
  })
})
