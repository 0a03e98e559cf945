import { trimBlanks } from '#server/trim-blanks.ts'

/** A GET without a body, spelled so strictly that nobody before or behind us could read it otherwise. */
export type PlainRequest = {
  url: string
  acceptEncoding: string | undefined
  acceptLanguage: string | undefined
  userAgent: string | undefined
  ifNoneMatch: string | undefined
  /** Where the next request begins. */
  end: number
}

const requestLine = /GET (\/[!-~]*) HTTP\/1\.1\r\n/y
/** What stands around the value belongs to it here: two classes that both take blanks would share them in every possible way. */
const headerLine = /([\w!#$%&'*+.^`|~-]+):([\t -~\x80-\xff]*)\r\n/y

/**
 * What one of these says is read elsewhere: bodies, other manners of a connection, who is signed in. And what is said twice
 * could be understood in two ways.
 */
const elsewhere = new Set([
  'content-length',
  'cookie',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const once = new Set(['host', 'connection', 'accept-encoding', 'accept-language', 'user-agent', 'if-none-match'])
/** The same few names come all day, in the same spelling. */
const plainNames = new Map<string, string>()
const namesMax = 500

/** null: this is for node's own parser, which reads everything and refuses what must be refused. */
export function readPlainRequest(text: string, start = 0): PlainRequest | null {
  requestLine.lastIndex = start
  const url = requestLine.exec(text)?.[1]
  if (url === undefined) return null
  const said: Record<string, string> = {}
  let at = requestLine.lastIndex
  while (!text.startsWith('\r\n', at)) {
    headerLine.lastIndex = at
    const line = headerLine.exec(text)
    if (!line) return null
    const [, spelled = '', value = ''] = line
    const name = plainName(spelled)
    if (elsewhere.has(name)) return null
    if (once.has(name)) {
      if (name in said) return null
      said[name] = trimBlanks(value)
    }
    at = headerLine.lastIndex
  }
  if (!said.host || (said.connection ?? 'keep-alive').toLowerCase() !== 'keep-alive') return null
  return {
    url,
    acceptEncoding: said['accept-encoding'],
    acceptLanguage: said['accept-language'],
    userAgent: said['user-agent'],
    ifNoneMatch: said['if-none-match'],
    end: at + 2,
  }
}

function plainName(spelled: string): string {
  const before = plainNames.get(spelled)
  if (before !== undefined) return before
  const name = spelled.toLowerCase()
  if (plainNames.size >= namesMax) plainNames.clear()
  plainNames.set(spelled, name)
  return name
}
