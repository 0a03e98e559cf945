import { expect, test } from 'vitest'
import { KB, openAndTouch, sum } from './first-view-steps.ts'

test('a card is on screen before any script, from one host, with few bytes', async () => {
  const { hosts, beforeIdle, fonts, viewed, touched } = await openAndTouch('maren')
  expect(beforeIdle.length).toBeGreaterThan(0)
  expect(beforeIdle.filter((name) => name.endsWith('.js'))).toEqual([])
  expect(hosts.size).toBe(1)
  expect(sum(fonts)).toBeLessThanOrEqual(35 * KB)
  expect(viewed.length).toBeGreaterThan(0)
  expect(sum(viewed)).toBeLessThanOrEqual(8 * KB)
  expect(sum(touched)).toBeLessThanOrEqual(110 * KB)
})
