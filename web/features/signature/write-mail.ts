import { safeLink } from '../../ui/safe-link.ts'
import type { MailNode } from './mail-node.ts'

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\u00a0': '&nbsp;' }
const escaped = (text: string) => text.replace(/[&<>"'\u00a0]/g, (mark) => marks[mark] ?? mark)

/** The only place where a signature becomes a text of HTML. */
export function writeMail(node: MailNode | string): string {
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
