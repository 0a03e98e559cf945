import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const int32 = { min: -(2 ** 31), max: 2 ** 31 - 1 }
type Leaf = { place: string; schema: z.ZodType }

/** Every input field of an endpoint, at any depth. */
function leavesOf(place: string, schema: unknown): Leaf[] {
  if (!(schema instanceof z.ZodType)) return []
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(`${place}.${name}`, field))
  if (schema instanceof z.ZodArray) return leavesOf(`${place}[]`, schema.element)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => leavesOf(place, option))
  if (schema instanceof z.ZodRecord) return leavesOf(`${place}{}`, schema.valueType)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return leavesOf(place, schema.unwrap())
  return [{ place, schema }]
}

const leaves = Object.values<Endpoint>(endpoints).flatMap(({ name, params, query, input }) =>
  [params, query, input].flatMap((part) => leavesOf(name, part)),
)
/** The field accepts text that is neither a date nor an id: a name, a number, a token. */
const isWord = (leaf: Leaf) => ['any text', 'a-word', '1234567890', 'A'.repeat(43)].some((text) => takes(leaf, text))
const takes = ({ schema }: Leaf, value: unknown) => schema.safeParse(value).success

describe('every accepted value fits the database', () => {
  test('all fields are checked', () => {
    expect(leaves.length).toBeGreaterThan(100)
  })

  test('whole numbers', () => {
    const beyond = leaves.filter((leaf) => {
      const isWhole = takes(leaf, 1) && !takes(leaf, 1.5)
      return isWhole && (takes(leaf, int32.max + 1) || takes(leaf, int32.min - 1))
    })
    // Of an uploaded file: no column has them.
    expect(beyond.map(({ place }) => place)).toEqual(['restore.begin.bytes', 'restore.addPart.at'])
  })

  test('dates and moments', () => {
    const isDate = (leaf: Leaf) => takes(leaf, '2026-01-02') || takes(leaf, '2026-01-02T00:00:00Z')
    const dates = leaves.filter((leaf) => isDate(leaf) && !isWord(leaf))
    expect(dates.length).toBeGreaterThan(3)
    const beyond = dates.filter((leaf) => takes(leaf, '0000-01-01') || takes(leaf, '0000-01-01T00:00:00Z'))
    expect(beyond.map(({ place }) => place)).toEqual([])
  })

  test('ids are lowercased', () => {
    const id = '01930000-0000-7000-8000-00000000ABCD'
    const ids = leaves.filter((leaf) => takes(leaf, id) && !isWord(leaf))
    expect(ids.length).toBeGreaterThan(15)
    expect(ids.filter(({ schema }) => schema.parse(id) !== id.toLowerCase()).map(({ place }) => place)).toEqual([])
  })
})
