import { readHtml } from './read-html.ts'
import { setAside } from './set-aside.ts'

type Policies = { createPolicy(name: string, rules: { createHTML(html: string): string }): { createHTML(html: string): string } }

const htmlMax = 4_000_000

/** What is pasted, with a bio's marks, or null where the browser pastes as well by itself. */
export function readClipboard(clipboard: DataTransfer): string | null {
  const html = clipboard.getData('text/html')
  if (html === '' || html.length > htmlMax) return null
  const words = readHtml(parse(setAside(html)).body)
  return words === '' ? null : words
}

/** A document that is nowhere shown: it runs no script and fetches no picture. Only its words are read. */
function parse(html: string): Document {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  const trusted = policies?.createPolicy('paste', { createHTML: (text) => text }).createHTML(html) ?? html
  return new DOMParser().parseFromString(trusted, 'text/html')
}
