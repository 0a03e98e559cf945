import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseCall } from './parse-call.ts'

const input = z.object({ names: z.array(z.string()) })

test.each(['a\0', 'a\ud800'])('SEC what no database keeps is refused in words, also where it comes by a form of a page: %j', (name) => {
  expect(() => parseCall({ input }, { input: { names: ['Ada', name] } })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/bad-request' }) }),
  )
})

test('letters of every kind are kept', () => {
  expect(parseCall({ input }, { input: { names: ['Zoë', '🏠', 'ام'] } }).input).toEqual({ names: ['Zoë', '🏠', 'ام'] })
})
