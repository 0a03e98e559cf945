import { beforeEach, expect, test, vi } from 'vitest'
import { becomeOwnersApp, forgetOwners, isOwnersApp } from './session-state.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

test('AUTH-7 an app its owner was signed in at is the owner’s, until they sign out; other cards stay visitors’', () => {
  becomeOwnersApp('Maren')
  becomeOwnersApp('maren')
  expect([isOwnersApp('maren'), isOwnersApp('julian')]).toEqual([true, false])
  forgetOwners()
  expect(isOwnersApp('maren')).toBe(false)
})

test.each(['not json', '{}', 'null', '[1]'])('AUTH-7 what is kept as %s makes nobody an owner', (text) => {
  kept.set('owned', text)
  expect(isOwnersApp('maren')).toBe(false)
})
