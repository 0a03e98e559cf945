import { isAbsolute, normalize } from 'node:path'
import { domainToASCII } from 'node:url'
import { InvalidText } from './setting-issue.ts'

/** Parses the text of a setting, or throws an error that says what it must be. */
export type Reader<T> = ((text: string) => T) & {
  /** All texts it takes. */
  choices?: readonly string[]
  /** No error or page repeats the text. */
  isSecret?: true
}

const issue = (...parts: ConstructorParameters<typeof InvalidText>) => new InvalidText(...parts)

export function wholeNumber(min: number, max: number): Reader<number> {
  return (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < min || number > max) throw issue('wholeNumber', { min, max, text })
    return number
  }
}

/** The milliseconds from which an answer is logged. */
export const answersToLog: Reader<number> = (text) => {
  if (text === 'all') return 0
  if (text === 'off') return Infinity
  if (!/^\d{1,6}$/.test(text)) throw new Error(`must be all, off, or milliseconds such as 500, not “${text}”.`)
  return Number(text)
}

/** A factor from 0.01 to 1000. */
export const factor: Reader<number> = (text) => {
  const number = Number(text)
  if (!/^\d{1,4}(\.\d{1,3})?$/.test(text) || number < 0.01 || number > 1000) throw issue('factor', { text })
  return number
}

export function matching(pattern: RegExp, wanted: string): Reader<string> {
  return (text) => {
    if (!pattern.test(text)) throw new Error(`must be ${wanted}, not “${withoutPassword(text)}”.`)
    return text
  }
}

export function textUpTo(max: number): Reader<string> {
  return (text) => {
    if (text.length > max || /[<>\p{Cc}]/u.test(text)) throw issue('textLength', { max, text })
    return text
  }
}

export const phoneNumber: Reader<string> = (text) => {
  if (!/^$|^\+?[\d ().-]{5,24}$/.test(text)) throw issue('phone', { text })
  return text
}

export function webAddress(example: string): Reader<string> {
  return (text) => {
    if (text === '') return ''
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol)) throw issue('address', { example, text: withoutPassword(text) })
    if (url.username || url.password) throw issue('addressWithUser')
    return url.href
  }
}

/** A web address without a path or trailing slash. */
export function webOrigin(example: string): Reader<string> {
  const readAddress = webAddress(example)
  return (text) => {
    const address = readAddress(text)
    if (address === '') return ''
    const { origin, href } = new URL(address)
    if (href !== `${origin}/`) throw issue('addressWithPath', { origin })
    return origin
  }
}

export const onOrOff: Reader<boolean> = Object.assign(
  (text: string) => {
    if (text !== 'on' && text !== 'off') throw issue('onOrOff', { text })
    return text === 'on'
  },
  { choices: ['on', 'off'] },
)

export function oneOf<const T extends string>(choices: readonly T[]): Reader<T> {
  const read = (text: string) => {
    const choice = choices.find((candidate) => candidate === text)
    if (choice === undefined) throw issue('oneOf', { choices: choices.join(', '), text })
    return choice
  }
  return Object.assign(read, { choices })
}

/** An amount of money, such as `15` or `14.90`. */
export const money: Reader<string> = (text) => {
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(text)) throw issue('money', { text })
  return text
}

export const currencyCode: Reader<string> = (text) => {
  if (!Intl.supportedValuesOf('currency').includes(text)) throw issue('currency', { text })
  return text
}

/** An address with placeholders for zoom, column and row. */
export const tileAddress: Reader<string> = (text) => {
  if (text === '') return ''
  const isWhole = URL.canParse(text) && /^https?:\/\/[^{}]+\//.test(text) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  if (!isWhole) throw issue('tiles')
  return text
}

const asSecret = <T>(read: (text: string) => T): Reader<T> => Object.assign(read, { isSecret: true as const })

/** A value that no error message repeats. */
export const secret = asSecret((text) => {
  if (/[\s\p{Cc}]/u.test(text)) throw issue('spaces')
  return text
})

const ellipsis = /^(?:…|[.*x]{3,})$/i
const example =
  /^<.*>$|^(?:my|your|the|our|a|some)?[-_ ]?(?:client|app|api|access|webhook)?[-_ ]?(?:secret|password|passwort|pass|token|key)(?:[-_ ]?(?:here|key))?$|^change[-_]?(?:me|it|this)|^(?:example|placeholder|todo)(?:$|[-_])|^(?:test|admin|minioadmin)$/i
const isExample = (text: string) => ellipsis.test(text) || example.test(text)
const shortestSecret = 8

/** Rejects secrets that are short or copied from an example. */
export const strongSecret = asSecret((text) => {
  if (text !== '' && (text.length < shortestSecret || isExample(text))) throw issue('exampleSecret', { min: shortestSecret })
  return secret(text)
})

/** A secret that the administrator chooses, long enough that guessing is hopeless. */
export const longSecret = asSecret((text) => {
  if (text !== '' && text.length < 16) throw new Error('must be at least 16 characters.')
  return strongSecret(text)
})

/** Rejects an example password in an address. A short one is allowed, for a local database. */
function checkPassword(text: string) {
  const password = /^[a-z]+:\/\/[^:@/?#]*:([^@/]*)@/i.exec(text)?.[1] ?? ''
  if (password !== '' && isExample(password)) throw issue('examplePassword')
}

/** The address of a mail server with user and password. Errors never repeat it: where the password ends is unclear. */
export const smtpAddress = asSecret((text) => {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || !isDecodable(url.username + url.password)) {
    throw issue('mailServer')
  }
  checkPassword(text)
  return text
})

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
    throw issue('sender', { text })
  }
  return text
}

/** Bytes in base64url. Errors never repeat it: it may be a key. */
export function base64Url(bytes: number): Reader<string> {
  return asSecret((text) => {
    const isWhole = /^[\w-]*$/.test(text) && Buffer.from(text, 'base64url').length === bytes
    if (text !== '' && !isWhole) throw new Error(`must be ${bytes} bytes in base64url (${Math.ceil((bytes * 4) / 3)} characters).`)
    return text
  })
}

/** `host` or `host:port`, separated by commas. */
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

type SignUp = 'open' | 'invited' | 'off' | readonly string[]

/** Who can sign up: one of the words, or mail domains separated by commas. International domains become their ASCII form. */
export const signUpRule: Reader<SignUp> = (text) => {
  if (text === 'open' || text === 'invited' || text === 'off') return text
  return text.split(',').map((part) => {
    const [, star = '', name = ''] = /^(\*\.)?(.*)$/.exec(part.trim()) ?? []
    const domain = domainToASCII(name)
    if (!/^(?!-)[a-z\d-]+(\.[a-z\d-]+)*\.(?=.*[a-z])[a-z\d-]+$/.test(domain)) throw issue('signUp', { text: part.trim() })
    return star + domain
  })
}

/** The address of a PostgreSQL database; null if there is none. */
export const postgresAddress = asSecret((text) => {
  if (text === '') return null
  const address = matching(/^postgres(ql)?:\/\/\S+$/, 'an address that begins with postgres://')(text)
  checkPassword(address)
  const [, query = ''] = address.split('?', 2)
  const { host = '', target_session_attrs: target = 'primary' } = Object.fromEntries(new URLSearchParams(query))
  if (host.includes(',')) throw new Error('must name several hosts before the database: postgres://host1,host2/database.')
  if (!/^(read-write|primary|any)$/.test(target))
    throw new Error(`must not contain target_session_attrs=${target}: Carte needs the primary. Remove it.`)
  return address
})

const withoutPassword = (text: string) => text.replace(/:[^:@/]*@/, ':***@')

/** A folder, or `s3://BUCKET/PREFIX`. */
export const backupTarget: Reader<string> = (text) => {
  if (text === '') return ''
  if (/^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](\/[\w-][\w.-]*)*\/?$/.test(text)) return text.replace(/\/$/, '')
  if (!isAbsolute(text)) throw issue('backupTarget', { text: withoutPassword(text) })
  return normalize(text)
}

const unitMs = { h: 3_600_000, d: 86_400_000 } as const

/** Hours or days, in milliseconds. */
export const interval: Reader<number> = (text) => {
  const [, count, unit] = /^([1-9]\d{0,2})([hd])$/.exec(text) ?? []
  if (unit !== 'h' && unit !== 'd') throw issue('interval', { text })
  return Number(count) * unitMs[unit]
}

/** How many of the last hours, days, weeks and months keep a backup. */
export const backupKeep: Reader<{ hours: number; days: number; weeks: number; months: number }> = (text) => {
  const units = { h: 'hours', d: 'days', w: 'weeks', m: 'months' } as const
  const keep = { hours: 0, days: 0, weeks: 0, months: 0 }
  for (const word of text.split(/\s+/)) {
    const [, count, unit] = /^(\d{1,3})([hdwm])$/.exec(word) ?? []
    if (!unit) throw issue('backupKeep', { text })
    keep[units[unit as keyof typeof units]] = Number(count)
  }
  return keep
}
