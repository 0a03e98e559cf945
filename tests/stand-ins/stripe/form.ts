import { badRequest } from './errors.ts'
import type { MissingCard } from './objects.ts'

/** A form with brackets as an object: `items[0][price]=x` is `{ items: { 0: { price: 'x' } } }`. */
export type Form = { [key: string]: string | Form }

export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part) => part !== '')
    let place = form
    for (const part of path.slice(0, -1)) {
      const next = place[part]
      place = place[part] = typeof next === 'object' ? next : Object.create(null)
    }
    place[path.at(-1) ?? ''] = value
  }
  return form
}

export function textOf(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' ? value : undefined
}

export function required(form: Form, name: string): string {
  const value = textOf(form, name)
  if (value === undefined || value === '') throw badRequest(`Missing required param: ${name}.`, name, 'parameter_missing')
  return value
}

export function partOf(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

export const textsOf = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

export function numberOf(form: Form, name: string): number | undefined {
  const text = textOf(form, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) throw badRequest(`Invalid integer: ${text}`, name, 'parameter_invalid_integer')
  return Number(text)
}

export function flagOf(form: Form, name: string): boolean | undefined {
  const text = textOf(form, name)
  if (text === undefined) return undefined
  if (text !== 'true' && text !== 'false') throw badRequest(`Invalid boolean: ${text}`, name)
  return text === 'true'
}

/** Like Stripe, rejects unknown parameters, so that typos in calls fail. */
export function assertKnownFields(form: Form, known: string[]) {
  const unknown = Object.keys(form).find((name) => ![...known, 'expand'].includes(name))
  if (unknown) throw badRequest(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown')
}

export function missingCardOf(form: Form): MissingCard {
  const word = textOf(form, 'missing_payment_method')
  return word === 'pause' || word === 'cancel' ? word : 'create_invoice'
}
