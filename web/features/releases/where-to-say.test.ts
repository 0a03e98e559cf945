import { describe, expect, test } from 'vitest'
import { whereToSay } from './where-to-say.ts'

const running = '1.2.3'
const on = (day: string) => Date.parse(`${day}T12:00:00Z`)
const say = (version: string, now = on('2026-11-23')) => whereToSay({ running, found: { version, date: '2026-11-23' }, now })

describe('VER-1 a new version is told of', () => {
  test.each(['2.0.0', '1.3.0', '2.0.0-beta.1', '1.3.0-rc.1'])('in a panel where the step is great, however old it is: %s', (version) => {
    expect([say(version), say(version, on('2027-11-23'))]).toEqual(['panel', 'panel'])
  })

  test('in the menu where it is small, until seven days after its date', () => {
    expect([say('1.2.4'), say('1.2.4', on('2026-11-30')), say('1.2.4', on('2026-12-01'))]).toEqual(['menu', 'menu', null])
  })

  test('by a device whose clock is years behind', () => {
    expect(say('1.2.4', on('2001-01-01'))).toBe('menu')
  })

  test('in no place where it is not newer, or broken', () => {
    expect(['1.2.3', '1.2.2', 'newest', ''].map((version) => say(version))).toEqual([null, null, null, null])
    expect(whereToSay({ running, found: { version: '1.2.4', date: 'soon' }, now: on('2026-11-23') })).toBe('menu')
    expect(whereToSay({ running: 'dev', found: { version: '9.0.0', date: '2026-11-23' }, now: on('2026-11-23') })).toBeNull()
  })
})
