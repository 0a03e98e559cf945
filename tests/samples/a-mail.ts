export type MailTag = { name: string; attributes: Record<string, string>; style: [name: string, value: string][] }

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const plain = (text: string) => text.replace(/&(#?\w+);/g, (_, name: string) => entities[name] ?? '?')

/** For tests: parses mail HTML strictly. Tags must nest, attributes be quoted, text be escaped. */
export function readMail(html: string): { tags: MailTag[]; text: string } {
  const tags: MailTag[] = []
  const open: string[] = []
  let text = ''
  const token = /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>|([^<>]+)/gy
  for (let end = 0; end < html.length; end = token.lastIndex) {
    const found = token.exec(html)
    if (!found) throw new Error(`not HTML from ${end}: ${html.slice(end, end + 60)}`)
    const [, slash, name = '', inside = '', words] = found
    if (words) text += plain(words)
    else if (slash) close(open, name)
    else {
      tags.push(entityTag(name, inside))
      if (name !== 'img' && name !== 'wbr') open.push(name)
    }
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`)
  return { tags, text }
}

function close(open: string[], name: string) {
  const last = open.pop()
  if (last !== name) throw new Error(`${name} closes ${last}`)
}

function entityTag(name: string, inside: string): MailTag {
  const pairs = [...inside.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, plain(value)] as const)
  const attributes: Record<string, string> = Object.fromEntries(pairs)
  const style = (attributes['style'] ?? '').split(';').filter(Boolean)
  return { name, attributes, style: style.map((one) => [one.split(':')[0] ?? '', one.split(':').slice(1).join(':')]) }
}

const tagsAllowed = new Set(['table', 'tbody', 'tr', 'td', 'a', 'img', 'span', 'strong', 'wbr'])
const attributesAllowed = new Set('cellpadding cellspacing border role width height valign bgcolor href target src alt style'.split(' '))
const stylesAllowed = new Set(
  [
    'font-family font-size font-weight font-style line-height mso-line-height-rule color background-color text-decoration',
    'padding width max-width height display border border-radius word-break white-space',
  ].flatMap((names) => names.split(' ')),
)
const ofTables = { role: 'presentation', cellpadding: '0', cellspacing: '0', border: '0' }

/** Problems in mail programs that use a word processor's renderer. */
export function issuesOf({ name, attributes, style }: MailTag): string[] {
  return [
    ...(tagsAllowed.has(name) ? [] : [`tag ${name}`]),
    ...Object.keys(attributes).flatMap((key) => (attributesAllowed.has(key) ? [] : [`attribute ${key}`])),
    ...(name === 'table'
      ? Object.entries(ofTables).flatMap(([key, value]) => (attributes[key] === value ? [] : [`table without ${key}`]))
      : []),
    ...style.flatMap(([key, value]) => (isSupported(name, key, value) ? [] : [`style ${key}:${value} on ${name}`])),
  ]
}

function isSupported(tag: string, key: string, value: string): boolean {
  if (!stylesAllowed.has(key) || /oklch|var\(|url\(|rgb/.test(value)) return false
  if (key === 'display') return tag === 'img' && value === 'block'
  if (key === 'padding') return tag === 'td'
  return key.endsWith('color') ? /^#[0-9a-f]{6}$/.test(value) : true
}
