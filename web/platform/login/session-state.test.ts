import { beforeEach, expect, test, vi } from 'vitest'
import { markOwnersApp, clearOwners, isOwnersApp } from './session-state.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('AUTH-7 an app is its owner’s from login to logout; other cards stay visitors’', () => {
  markOwnersApp('Maren')
  markOwnersApp('maren')
  expect([isOwnersApp('maren'), isOwnersApp('julian')]).toEqual([true, false])
  clearOwners()
  expect(isOwnersApp('maren')).toBe(false)
})

test.each(['not json', '{}', 'null', '[1]'])('AUTH-7 stored as %s, no card is an owner’s app', (text) => {
  stored.set('owned', text)
  expect(isOwnersApp('maren')).toBe(false)
})
