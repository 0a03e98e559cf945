import { resolve } from 'node:path'
import { Refusal } from './refusal.ts'
import { logLevels, type LogLevel } from './outside/log.ts'

export type Settings = {
  port: number
  host: string
  publicUrl: string
  dataDir: string
  databaseUrl: string | null
  productName: string
  productSlug: string
  demo: boolean
  trustProxy: boolean
  logLevel: LogLevel
  supportPhone: string
  helpUrl: string
  homeValueUrl: string
}

type Description = { name: string; fallback: string; meaning: string; read: (text: string) => unknown }

/** The one description of every setting: parsing, refusals and docs/settings.md come from it. */
export const described = {
  port: { name: 'PORT', fallback: '3000', meaning: 'The port to listen on.', read: wholeNumber(0, 65_535) },
  host: {
    name: 'HOST',
    fallback: 'localhost',
    meaning: 'The address to listen on. `0.0.0.0` listens to everybody who can reach this machine.',
    read: matching(/^[\w.:-]+$/, 'a host name or address'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    fallback: '',
    meaning: 'The address people use, such as `https://cards.example.com`. Codes, links and mails carry it. Empty: host and port.',
    read: webAddress('https://cards.example.com', { originOnly: true }),
  },
  dataDir: {
    name: 'DATA_DIR',
    fallback: './data',
    meaning: 'Where the embedded database and the pictures live. Back it up with `npm run carte -- backup FILE`.',
    read: (text) => resolve(text),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    fallback: '',
    meaning: 'A PostgreSQL 15 or newer, such as `postgres://user:password@host/database`. Empty: the embedded one.',
    read: (text) => (text === '' ? null : matching(/^postgres(ql)?:\/\/\S+$/, 'an address that begins with postgres://')(text)),
  },
  productName: {
    name: 'PRODUCT_NAME',
    fallback: 'Carte',
    meaning: 'What the product is called on its pages.',
    read: matching(/^[^<>\p{Cc}]{1,40}$/u, 'a name of at most 40 letters'),
  },
  productSlug: {
    name: 'PRODUCT_SLUG',
    fallback: 'carte',
    meaning: 'The product’s name in addresses, events and JSON keys. Choose it before the first card; changing it later breaks what others have saved.',
    read: matching(/^[a-z][a-z0-9]{1,19}$/, '2 to 20 small letters or digits'),
  },
  demo: { name: 'DEMO', fallback: 'on', meaning: 'Fills an empty store with six demo cards. `off` refuses them.', read: onOrOff },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: 'off',
    meaning: '`on` when a server of yours stands in front and sets X-Forwarded-For: only then is it believed.',
    read: onOrOff,
  },
  logLevel: { name: 'LOG_LEVEL', fallback: 'info', meaning: `One of ${logLevels.join(', ')}.`, read: oneOf(logLevels) },
  supportPhone: {
    name: 'SUPPORT_PHONE',
    fallback: '',
    meaning: 'The number on the pages of a card that is switched off. Empty: no number.',
    read: matching(/^$|^\+?[\d ().-]{5,24}$/, 'a phone number'),
  },
  helpUrl: { name: 'HELP_URL', fallback: '', meaning: 'Where the menu’s help entry leads. Empty: no entry.', read: webAddress('https://help.example.com') },
  homeValueUrl: {
    name: 'HOME_VALUE_URL',
    fallback: '',
    meaning: 'Where the menu’s “Your Home Value” leads when the card has no such link itself. Empty: no entry.',
    read: webAddress('https://value.example.com'),
  },
} as const satisfies Record<keyof Settings, Description>

/** A name that begins like one of these is meant for us. */
const families = /^(CARTE|STORAGE|SMTP|MAIL|STRIPE|OIDC|CAPTCHA|GEOCODER|TILES|PRODUCT|PUBLIC|DATA|DATABASE|DEMO|TRUST|LOG|SUPPORT|HELP|HOME_VALUE|VAPID|PUSH)_/
const notOurs = new Set(['DATABASE_URL_15', 'LOG_NAME'])

export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const faults: string[] = unknownNames(env)
  const read: Record<string, unknown> = {}
  for (const [key, { name, fallback, read: parse }] of Object.entries<Description>(described)) {
    try {
      read[key] = parse(env[name]?.trim() || fallback)
    } catch (error) {
      faults.push(`${name} ${error instanceof Error ? error.message : error}`)
    }
  }
  if (faults.length > 0) throw new Refusal(faults.join('\n'))
  // Every key of Settings is described, and each description reads its own type.
  const settings = read as Settings
  settings.publicUrl ||= `http://${settings.host === '0.0.0.0' || settings.host === '::' ? 'localhost' : settings.host}:${settings.port}`
  refuseContradictions(settings, env)
  return settings
}

function refuseContradictions({ publicUrl, trustProxy, host }: Settings, env: NodeJS.ProcessEnv) {
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  if (env.PUBLIC_URL?.startsWith('https://') && !trustProxy && !isLocal) {
    throw new Refusal(
      `PUBLIC_URL says https, but Carte speaks plain http on ${host}. Put a server that ends TLS in front and set TRUST_PROXY=on, or listen on HOST=127.0.0.1.`,
    )
  }
  if (new URL(publicUrl).pathname !== '/') throw new Refusal(`PUBLIC_URL is an origin without a path: ${new URL(publicUrl).origin}`)
}

function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(described).map(({ name }) => name as string)
  return Object.keys(env)
    .filter((name) => families.test(name) && !known.includes(name) && !notOurs.has(name))
    .map((name) => {
      const near = known.find((candidate) => distance(candidate, name) <= 2)
      return `${name} is not a setting of this version.${near ? ` Did you mean ${near}?` : ' See docs/settings.md for those there are.'}`
    })
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

function wholeNumber(least: number, most: number) {
  return (text: string) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || number < least || number > most) throw new Error(`must be a whole number from ${least} to ${most}, not “${text}”.`)
    return number
  }
}

function matching(pattern: RegExp, wanted: string) {
  return (text: string) => {
    if (!pattern.test(text)) throw new Error(`must be ${wanted}, not “${text.replace(/:[^:@/]*@/, ':***@')}”.`)
    return text
  }
}

function webAddress(example: string, { originOnly = false } = {}) {
  return (text: string) => {
    if (text === '') return ''
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || !/^https?:$/.test(url.protocol) || url.username) throw new Error(`must be an address such as ${example}, not “${text}”.`)
    return originOnly ? url.href.replace(/\/$/, '') : url.href
  }
}

function onOrOff(text: string) {
  if (text !== 'on' && text !== 'off') throw new Error(`must be on or off, not “${text}”.`)
  return text === 'on'
}

function oneOf<const T extends readonly string[]>(choices: T) {
  return (text: string) => {
    if (!choices.includes(text)) throw new Error(`must be one of ${choices.join(', ')}, not “${text}”.`)
    return text as T[number]
  }
}
