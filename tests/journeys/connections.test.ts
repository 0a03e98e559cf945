import { expect, test } from 'vitest'
import { walkConnection, walkKey } from './connections-steps.ts'

test('a connection is added, changed, switched off and on, and removed', async () => {
  expect(await walkConnection(true)).toEqual([])
})

test('an API key is created, visible once, listed and revoked without scripts', async () => {
  expect(await walkKey(false)).toBe(0)
})
