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

/** How many times as much: from a hundredth to a thousandfold. */
export const factor: Reader<number> = (text) => {
  const number = Number(text)
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || number < 0.01 || number > 1000)
    throw new Error(`must be a number from 0.01 to 1000, not “${text}”.`)
  return number
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

/** An amount of money, in words as people write it: `15`, `14.90`. */
export const money: Reader<string> = (text) => {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) throw new Error(`must be an amount such as 15 or 14.90, not “${text}”.`)
  return text
}

export const currencyCode: Reader<string> = (text) => {
  if (!Intl.supportedValuesOf('currency').includes(text)) throw new Error(`must be a currency such as USD or EUR, not “${text}”.`)
  return text
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

const ellipsis = /^(?:…|[.*x]{3,})$/i
const example =
  /^<.*>$|^(?:my|your|the|our|a|some)?[-_ ]?(?:client|app|api|access|webhook)?[-_ ]?(?:secret|password|passwort|pass|token|key)(?:[-_ ]?(?:here|key))?$|^change[-_]?(?:me|it|this)|^(?:example|placeholder|todo)(?:$|[-_])|^(?:test|admin|minioadmin)$/i
const isExample = (text: string) => ellipsis.test(text) || example.test(text)
const shortestSecret = 8

/** What somebody else could guess, or read in a document, protects nothing. */
export const strongSecret: Reader<string> = (text) => {
  if (text !== '' && (text.length < shortestSecret || isExample(text)))
    throw new Error(`is an example, or shorter than ${shortestSecret} letters: put the real one there.`)
  return secret(text)
}

/** A secret of our own making, that nobody tries out. */
export const longSecret: Reader<string> = (text) => {
  if (text !== '' && text.length < 16) throw new Error('must be at least 16 characters.')
  return strongSecret(text)
}

/** The password in an address; a short one may be all that a database beside us wants. */
function refuseExamplePassword(text: string) {
  const password = /^[a-z]+:\/\/[^:@/?#]*:([^@/]*)@/i.exec(text)?.[1] ?? ''
  if (password !== '' && isExample(password)) throw new Error('holds an example where the password belongs: put the real one there.')
}

/** A mail server, with a user and a password in its address. Never repeated: the reader cannot tell where the password ends. */
export const smtpAddress: Reader<string> = (text) => {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !isDecodable(url.username + url.password)) {
    throw new Error('must be an address such as smtps://user:password@mail.example.com (signs in a password as %40 and the like).')
  }
  refuseExamplePassword(text)
  return text
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== null
  } catch {
    return false
  }
}

/** `Name <mailbox@host>`, or the mailbox alone. */
export const mailSender: Reader<string> = (text) => {
  if (!/^$|^[^<>@\p{Cc}]{0,80}<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/u.test(text)) {
    throw new Error(`must be a sender such as Cards <cards@example.com>, not “${text}”.`)
  }
  return text
}

/** Bytes in the alphabet of web addresses; never repeated, it may be a key. */
export function base64Url(bytes: number): Reader<string> {
  return (text) => {
    const isWhole = /^[\w-]*$/.test(text) && Buffer.from(text, 'base64url').length === bytes
    if (text !== '' && !isWhole) throw new Error(`must be ${bytes} bytes in base64url (${Math.ceil((bytes * 4) / 3)} letters).`)
    return text
  }
}

/** `host` or `host:port`, with commas between. */
export const hostList: Reader<readonly string[]> = (text) => {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter(Boolean)
  for (const host of hosts) {
    if (!/^[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/.test(host))
      throw new Error(`must be hosts such as push.example.com, not “${host}”.`)
  }
  return hosts
}

/** Where a PostgreSQL is. */
export const postgresAddress: Reader<string> = (text) => {
  const address = matching(/^postgres(ql)?:\/\/\S+$/, 'an address that begins with postgres://')(text)
  refuseExamplePassword(address)
  return address
}

const withoutPassword = (text: string) => text.replace(/:[^:@/]*@/, ':***@')
