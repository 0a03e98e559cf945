import { safeLink } from '../../ui/safe-link.ts'
import { describeSignature } from './describe-signature.ts'
import type { MailNode } from './mail-node.ts'
import { defaultChoices, type SignatureChoices, type SignatureData } from './signature-data.ts'

/** Gmail's limit for signatures. */
export const signatureLettersMax = 10_000

/** What was left out to stay under the limit. */
export type Cut = { links: number; tagLine: boolean; qr: boolean }
type Signature = { node: MailNode; html: string; cut: Cut }

const longest = { name: 80, title: 90, company: 90, tagLine: 160, license: 90, phone: 40, label: 24, words: 60 }
const shortened = (text: string, most: number) => {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > most
    ? `${letters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('')
}

/** Stays under the limit by dropping links (last first), then the tagline, then the QR code. */
export function makeSignature(input: SignatureData, choices: SignatureChoices): Signature {
  let data = withinBounds(input)
  const cut: Cut = { links: 0, tagLine: false, qr: false }
  const write = () => {
    const node = describeSignature(data, { ...choices, qr: choices.qr && !cut.qr })
    return { node, html: writeMail(node), cut }
  }
  for (;;) {
    const signature = write()
    if (signature.html.length < signatureLettersMax) return signature
    if (choices.links && data.links.length > 0) {
      cut.links++
      data = { ...data, links: data.links.slice(0, -1) }
    } else if (data.tagLine) {
      cut.tagLine = true
      data = { ...data, tagLine: '' }
    } else if (choices.qr && !cut.qr) {
      cut.qr = true
    } else return signature
  }
}

export const signatureHtml = (data: SignatureData, choices: SignatureChoices = defaultChoices): string => makeSignature(data, choices).html

function withinBounds(data: SignatureData): SignatureData {
  return {
    ...data,
    name: shortened(data.name, longest.name),
    title: shortened(data.title, longest.title),
    company: shortened(data.company, longest.company),
    tagLine: shortened(data.tagLine, longest.tagLine),
    license: shortened(data.license, longest.license),
    phones: data.phones.map((phone) => ({
      ...phone,
      text: shortened(phone.text, longest.phone),
      label: shortened(phone.label, longest.label),
    })),
    links: data.links.map(({ name, href }) => ({ name: shortened(name, longest.words), href })),
    words: { viewCard: shortened(data.words.viewCard, longest.words), scan: shortened(data.words.scan, longest.words) },
  }
}

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\u00a0': '&nbsp;' }
const escaped = (text: string) => text.replace(/[&<>"'\u00a0]/g, (mark) => marks[mark] ?? mark)

/** Serializes the signature to HTML. */
function writeMail(node: MailNode | string): string {
  if (typeof node === 'string') return escaped(node)
  const written = node.children.map(writeMail).join('')
  if (node.tag === 'a' && !isAllowed(node.attributes['href'] ?? '')) return written
  const style = Object.entries(node.style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
  const attributes = Object.entries({ ...node.attributes, ...(style ? { style } : {}) }).map(
    ([name, value]) => ` ${name}="${escaped(value)}"`,
  )
  const start = `<${node.tag}${attributes.join('')}>`
  return empty.has(node.tag) ? start : `${start}${written}</${node.tag}>`
}

const empty: ReadonlySet<string> = new Set(['img', 'wbr'])
const isAllowed = (href: string) => safeLink(href) !== null
