import { z } from 'zod'

/** What a field accepts, as the end of the sentence “Must be …”. */
export function describeSchema(schema: z.ZodType): string {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodEmail) return 'an email address'
  if (inner instanceof z.ZodURL) return 'a web address'
  if (inner instanceof z.ZodBoolean) return 'true or false'
  if (inner instanceof z.ZodNumber) return 'a number'
  if (inner instanceof z.ZodEnum) return `one of ${inner.options.join(', ')}`
  if (inner instanceof z.ZodLiteral) return [...inner.values].map((value) => (value === '' ? 'empty' : String(value))).join(' or ')
  if (inner instanceof z.ZodUnion) return inner.options.map((option) => (isSchema(option) ? describeSchema(option) : '')).join(' or ')
  if (inner instanceof z.ZodArray)
    return isSchema(inner.element) ? `a list (JSON or comma-separated) of: ${describeSchema(inner.element)}` : 'a list'
  if (inner instanceof z.ZodObject) return `a JSON object with ${Object.keys(inner.shape).join(', ')}`
  if (inner instanceof z.ZodRecord) return 'a JSON object'
  return 'text'
}

export function unwrap(schema: z.ZodType): z.ZodType {
  if ((schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) && isSchema(schema.unwrap())) {
    return unwrap(schema.unwrap() as z.ZodType)
  }
  return schema
}

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType
