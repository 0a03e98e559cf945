import { aliasOf } from './read-alias.ts'

const numbers = [2, 3, 7, 11, 24, 77]
const lettersMin = 3

/** Addresses that would suit somebody, the best first: made of the name, then of what was typed. */
export function suggestAliases(name: string, typed: string): string[] {
  const words = name.split(/\s+/).map(aliasOf).filter(Boolean)
  const [first = '', ...rest] = words
  const last = rest.at(-1) ?? ''
  const whole = words.join('-')
  const ofName = last
    ? [whole, `${first}-${last}`, `${first}${last}`, `${first[0]}-${last}`, `${first}-${last[0]}`, last, `${last}-${first}`, first]
    : [first]
  const ofTyped = typed ? [typed, ...numbers.slice(0, 3).map((number) => `${typed}-${number}`), `hello-${typed}`, `${typed}-card`] : []
  const more = whole ? [`hello-${whole}`, ...numbers.map((number) => `${whole}-${number}`)] : []
  return [...new Set([...ofName, ...ofTyped, ...more].map((one) => one.slice(0, 60).replace(/-+$/, '')))].filter(
    (one) => one.length >= lettersMin,
  )
}
