/** Each turns the text of a setting into its value, or throws what it must be instead. */
export type Reader<T> = (text: string) => T

export function wholeNumber(least: number, most: number): Reader<number> {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most)
      throw new Error(`must be a whole number from ${least} to ${most}, not “${text}”.`)
    return number
  }
}

export function matching(pattern: RegExp, wanted: string): Reader<string> {
  return (text) => {
    if (!pattern.test(text)) throw new Error(`must be ${wanted}, not “${withoutPassword(text)}”.`)
    return text
  }
}

export function webAddress(example: string): Reader<string> {
  return (text) => {
    if (text === '') return ''
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`must be an address such as ${example}, not “${withoutPassword(text)}”.`)
    if (url.username || url.password) throw new Error('must not carry a user or a password: people see it.')
    return url.href
  }
}

/** A web address without a path, and without the slash at its end. */
export function webOrigin(example: string): Reader<string> {
  const readAddress = webAddress(example)
  return (text) => {
    const address = readAddress(text)
    if (address === '') return ''
    const { origin, href } = new URL(address)
    if (href !== `${origin}/`) throw new Error(`must end after the host: ${origin}`)
    return origin
  }
}

export const onOrOff: Reader<boolean> = (text) => {
  if (text !== 'on' && text !== 'off') throw new Error(`must be on or off, not “${text}”.`)
  return text === 'on'
}

export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  return (text) => {
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}, not “${text}”.`)
    return choice
  }
}

/** An address with places for zoom, column and row. */
export const tileAddress: Reader<string> = (text) => {
  if (text === '') return ''
  const isWhole = URL.canParse(text) && /^https?:\/\/[^{}]+\//.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  if (!isWhole) throw new Error('must be an address such as https://tiles.example.com/{z}/{x}/{y}.png')
  return text
}

/** Never repeated, not even where it is refused. */
export const secret: Reader<string> = (text) => {
  if (/[\s\p{Cc}]/u.test(text)) throw new Error('must not hold spaces or line breaks.')
  return text
}

const withoutPassword = (text: string) => text.replace(/:[^:@/]*@/, ':***@')
