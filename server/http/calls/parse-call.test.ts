import { expect, test } from 'vitest'
import { z } from 'zod'
import { PostalAddress } from '#contract/billing/billing.ts'
import { parseCall } from './parse-call.ts'

const input = z.object({ names: z.array(z.string()) })

test.each(['a\0', 'a\ud800'])('SEC text that PostgreSQL can’t store is a validation error: %j', (name) => {
  expect(() => parseCall({ input }, { input: { names: ['Ada', name] } })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/bad-request' }) }),
  )
})

test('SEC input nested too deep is refused before it is parsed; valid depth is not', () => {
  const deep = (times: number): unknown => (times === 0 ? 'Ada' : [deep(times - 1)])
  const open = z.object({ names: z.unknown() })
  expect(parseCall({ input: open }, { input: { names: deep(19) } }).input).toEqual({ names: deep(19) })
  expect(() => parseCall({ input: open }, { input: { names: deep(50) } })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ type: '/problems/bad-request' }) }),
  )
})

test.each([
  [{ names: 'Ada' }, 'This must be a list.'],
  [{ names: ['Ada'], alias: ['maren'] }, 'This must be text.'],
  [{ names: ['Ada'], alias: null }, 'This must be text.'],
  [{ names: ['Ada'], count: '1' }, 'This must be a number.'],
  [{ names: ['Ada'], whole: 1.5 }, 'This must be a whole number.'],
  [{ names: ['Ada'], isOpen: 1 }, 'This must be true or false.'],
  [{ names: ['Ada'], card: 'maren' }, 'This must be an object.'],
  [{ names: ['Ada'], street: 12 }, 'This must be text.'],
  [{ names: ['Ada'], street: '' }, 'The street field is required.'],
  [{ names: ['Ada'], street: null }, 'The street field is required.'],
  [{ names: ['Ada'], address: {} }, 'The street field is required.'],
  [{}, 'This is required.'],
])('%j is refused as: %s', (incoming, message) => {
  const typed = input.extend({
    alias: z.string().optional(),
    count: z.number().optional(),
    whole: z.int().optional(),
    isOpen: z.boolean().optional(),
    card: z.object({}).optional(),
    street: PostalAddress.shape.street.optional(),
    address: PostalAddress.pick({ street: true }).optional(),
  })
  expect(() => parseCall({ input: typed }, { input: incoming })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ issues: [expect.objectContaining({ message })] }) }),
  )
})

test.each([
  [{ names: 'Ada' }, 'wrongType', { type: 'array' }],
  [{ names: ['Ada', 'Bo', 'Cy'] }, 'tooLarge', { limit: 2 }],
  [{ names: ['Ada'], count: 0 }, 'tooSmall', { limit: 1 }],
  [{ names: [], age: 3 }, 'unknownField', { names: 'age' }],
  [{ names: [''] }, 'invalid', {}],
  [{ names: ['Ada'], color: 'red' }, 'colorInvalid', {}],
])('%j is refused by the code %s, with %j', (incoming, code, values) => {
  const color = z.string().regex(/^#/, 'colorInvalid').optional()
  const coded = z.strictObject({ names: z.array(z.string().regex(/./)).max(2), count: z.int().min(1).optional(), color })
  expect(() => parseCall({ input: coded }, { input: incoming })).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({ issues: expect.arrayContaining([expect.objectContaining({ code, values })]) }),
    }),
  )
})

test.each([{}, { names: ['Ada'], word: '' }])('what is missing in %j has a code', (incoming) => {
  const typed = input.extend({ word: z.string().min(1, 'Enter a word.').optional() })
  expect(() => parseCall({ input: typed }, { input: incoming })).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ issues: [expect.objectContaining({ code: 'missing' })] }) }),
  )
})

test('letters of every script pass', () => {
  expect(parseCall({ input }, { input: { names: ['Zoë', '🏠', 'ام'] } }).input).toEqual({ names: ['Zoë', '🏠', 'ام'] })
})
