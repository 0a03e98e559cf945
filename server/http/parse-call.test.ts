import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseCall } from './parse-call.ts'

const input = z.object({ names: z.array(z.string()) })

test.each(['a\0', 'a\ud800'])('SEC what no database keeps is refused in words, also where it comes by a form of a page: %j', (name) => {
  expect(() => parseCall({ input }, { input: { names: ['Ada', name] } })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/bad-request' }) }),
  )
})

test('SEC what goes deeper than anything of ours is refused before it is looked at, and what goes as deep is not', () => {
  const deep = (times: number): unknown => (times === 0 ? 'Ada' : [deep(times - 1)])
  const open = z.object({ names: z.unknown() })
  expect(parseCall({ input: open }, { input: { names: deep(19) } }).input).toEqual({ names: deep(19) })
  expect(() => parseCall({ input: open }, { input: { names: deep(50) } })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/bad-request' }) }),
  )
})

test('letters of every kind are kept', () => {
  expect(parseCall({ input }, { input: { names: ['Zoë', '🏠', 'ام'] } }).input).toEqual({ names: ['Zoë', '🏠', 'ام'] })
})
