export type Message = { from: string; to: string; subject: string; text: string; attachments: string[] }

type Part = { headers: Map<string, string>; body: string }

const depthMax = 5

/** Parses a mail that this program wrote: headers, plain text and attachment names, no HTML. `mail` is a latin1 string. */
export function readMessage(mail: string): Message {
  const whole = split(mail)
  const leaves = leavesOf(whole, 0)
  const isFile = ({ headers }: Part) => /^attachment/i.test(headers.get('content-disposition') ?? '')
  const text = leaves.find((part) => !isFile(part) && typeOf(part) === 'text/plain')
  return { ...readHeaders(mail), text: text ? decodeBody(text) : '', attachments: leaves.filter(isFile).map(nameOf) }
}

export function readHeaders(mail: string): { from: string; to: string; subject: string } {
  const { headers } = split(mail)
  const decoded = (name: string) => decodeWords(headers.get(name) ?? '')
  return { from: decoded('from'), to: decoded('to'), subject: decoded('subject') }
}

function split(text: string): Part {
  const [, end = '', gap = ''] = /^([\s\S]*?)(\r?\n\r?\n|$)/.exec(text) ?? []
  const headers = new Map<string, string>()
  for (const line of end.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const at = line.indexOf(':')
    if (at > 0) headers.set(line.slice(0, at).toLowerCase(), line.slice(at + 1).trim())
  }
  return { headers, body: text.slice(end.length + gap.length) }
}

const typeOf = ({ headers }: Part) => /^[\w/+.-]+/.exec((headers.get('content-type') ?? 'text/plain').toLowerCase())?.[0] ?? 'text/plain'
const nameOf = ({ headers }: Part) =>
  decodeWords(/name="?([^";]+)/i.exec(`${headers.get('content-disposition')} ${headers.get('content-type')}`)?.[1] ?? '')

function leavesOf(part: Part, depth: number): Part[] {
  if (!typeOf(part).startsWith('multipart/') || depth > depthMax) return [part]
  const boundary = /boundary="?([^";]+)/i.exec(part.headers.get('content-type') ?? '')?.[1]
  if (!boundary) return []
  const inner = part.body.split(`--${boundary}`).slice(1)
  return inner.filter((piece) => !piece.startsWith('--')).flatMap((piece) => leavesOf(split(piece.replace(/^\r?\n/, '')), depth + 1))
}

function decodeBody({ headers, body }: Part): string {
  const how = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase()
  if (how === 'base64') return utf8(Buffer.from(body, 'base64'))
  return utf8(Buffer.from(how === 'quoted-printable' ? unquote(body) : body, 'latin1'))
    .replaceAll('\r\n', '\n')
    .trimEnd()
}

const unquote = (text: string) =>
  text.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** =?UTF-8?Q?…?= and =?UTF-8?B?…?= as plain text. */
function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, encoded: string) =>
    utf8(how.toLowerCase() === 'b' ? Buffer.from(encoded, 'base64') : Buffer.from(unquote(encoded.replaceAll('_', ' ')), 'latin1')),
  )
}

const utf8 = (bytes: Buffer) => new TextDecoder().decode(bytes)
