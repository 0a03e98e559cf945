import type { Dice } from '../dice.ts'
import { strangeText, strangeValue } from './strange.ts'

/** Puts one flaw into a valid value. */
export function corruptValue(value: unknown, dice: Dice): unknown {
  if (dice.chance(0.08)) return strangeValue(dice)
  const copy: unknown = structuredClone(value)
  const places = placesIn(copy)
  const place = dice.one(places)
  if (!place) return strangeValue(dice)
  const { holder, key } = place
  switch (dice.below(5)) {
    case 0:
      Reflect.deleteProperty(holder, key)
      break
    case 1:
      Reflect.set(holder, dice.one(strangeText), strangeValue(dice))
      break
    case 2: {
      const current: unknown = Reflect.get(holder, key)
      Reflect.set(holder, key, typeof current === 'string' ? corruptText(current, dice) : [current])
      break
    }
    default:
      Reflect.set(holder, key, strangeValue(dice))
  }
  return copy
}

function placesIn(value: unknown): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((key) => [{ holder: value, key }, ...placesIn(Reflect.get(value, key))])
}

export function corruptText(word: string, dice: Dice): string {
  const at = dice.below(word.length + 1)
  return dice.one([
    word.repeat(50),
    word.slice(0, at) + dice.one(strangeText) + word.slice(at),
    word.slice(at),
    word.toUpperCase(),
    `${word} `,
  ])
}

/** JSON as text, sometimes as no serializer writes it: a duplicate key, `__proto__`, truncated, a byte changed. */
export function corruptJson(value: unknown, dice: Dice): string {
  const text = JSON.stringify(value) ?? 'null'
  switch (dice.below(12)) {
    case 0:
      return text.replace(/^\{/, '{"__proto__":{"polluted":1},')
    case 1:
      return text.replace(/^\{"(\w+)":/, (all, key) => `{"${key}":null,${all.slice(1)}`)
    case 2:
      return text.slice(0, dice.below(text.length + 1))
    case 3: {
      const at = dice.below(text.length)
      return (
        text.slice(0, at) + dice.one(['\0', '\ufeff', '"', '\\', '}', ',', '\\ud800', '1e9999', '\u2028']) + text.slice(at + dice.below(2))
      )
    }
    case 4:
      return `${dice.one(['\ufeff', ' ', '\n', '[', '//', '{}'])}${text}`
    default:
      return text
  }
}
