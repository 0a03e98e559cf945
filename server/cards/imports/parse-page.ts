import { addField, linksReadMax, nothingFound, type Found } from './found.ts'
import { addLink, readJsonLd, readLinktree, setPhoto } from './json-card.ts'

type Parts = { metas: Map<string, string>; title: string; anchors: string[]; data: unknown; linked: unknown[] }

/** The card that a public page shows: its data for programs first, then its description and its links. */
export function parsePage(html: string, address: URL | null): Found {
  const { metas, title, anchors, data, linked } = readParts(html)
  const url = address ?? urlOf(metas.get('og:url') ?? '', null)
  const found = readLinktree(data) ?? linked.map(readJsonLd).find((one) => one !== null) ?? nothingFound()
  const isComplete = found.links.length > 1
  if (!found.fields.fullName) addField(found, 'fullName', nameIn(metas.get('og:title') || title))
  if (!found.fields.bio) addField(found, 'bio', metas.get('og:description') || metas.get('description') || '')
  const image = urlOf(metas.get('og:image') || metas.get('twitter:image') || '', url)
  if (!found.photo && image) setPhoto(found, image.href)
  // The anchors of a page whose data has the links repeat them.
  if (!isComplete) for (const anchor of anchors) addAnchor(found, anchor, url)
  return found
}

/** “Ida Berg | Linktree” and “Ida Berg - Popl” name Ida Berg. */
const nameIn = (title: string) => title.split(/\s+[|–—·-]\s+/)[0]?.replace(/['’]s? (digital )?business card$/i, '') ?? ''

/** The page's own product, shops of apps, and buttons that share the page. */
const ownHosts =
  /(^|\.)(linktr\.ee|linktree\.com|popl\.co|hihello\.(me|com)|blinq\.me|apps\.apple\.com|itunes\.apple\.com|play\.google\.com)$/
const sharing = /\/(sharer|share|intent)(\/|\.php|\?|$)/

function addAnchor(found: Found, href: string, page: URL | null) {
  if (/^(mailto|tel|sms):/i.test(href)) return addLink(found, href)
  const url = urlOf(href, page)
  if (!url || !/^https?:$/.test(url.protocol) || url.host === page?.host) return
  if (!ownHosts.test(url.hostname) && !sharing.test(url.pathname)) found.links.push(url.href)
}

function urlOf(href: string, base: URL | null): URL | null {
  try {
    return href.trim() === '' ? null : new URL(href.trim(), base ?? undefined)
  } catch {
    return null
  }
}

const tagLettersMax = 8000
/** Of the tags that matter other than links. */
const tagsMax = 2000
const titleLettersMax = 1000

/** One pass over the tags that matter. A tag that does not end soon is skipped. */
function readParts(html: string): Parts {
  const parts: Parts = { metas: new Map(), title: '', anchors: [], data: null, linked: [] }
  let count = 0
  const tags = /<(meta|title|script|style|a|!--)(?=[\s/>]|(?<=--))/gi
  for (let match = tags.exec(html); match; match = tags.exec(html)) {
    const name = match[1]?.toLowerCase() ?? ''
    const start = tags.lastIndex
    if (name === '!--') {
      const end = html.indexOf('-->', start)
      if (end === -1) break
      tags.lastIndex = end
      continue
    }
    const head = html.slice(start, start + tagLettersMax)
    const length = head.indexOf('>')
    if (length === -1) {
      tags.lastIndex = start + head.length
      continue
    }
    const inner = start + length + 1
    tags.lastIndex = inner
    if (name !== 'a' && ++count > tagsMax) break
    if (name === 'a' && parts.anchors.length >= linksReadMax) continue
    const attributes = attributesOf(head.slice(0, length))
    if (name === 'meta') setMeta(parts.metas, attributes)
    else if (name === 'a') parts.anchors.push(attributes.get('href') ?? '')
    else if (name === 'title') parts.title ||= unescape(/^[^<]*/.exec(html.slice(inner, inner + titleLettersMax))?.[0] ?? '')
    else {
      const end = html.slice(inner).search(name === 'script' ? /<\/script/i : /<\/style/i)
      if (end === -1) break
      tags.lastIndex = inner + end
      if (attributes.get('id') === '__NEXT_DATA__') parts.data = jsonOf(html.slice(inner, inner + end))
      if (attributes.get('type') === 'application/ld+json') parts.linked.push(jsonOf(html.slice(inner, inner + end)))
    }
  }
  return parts
}

function setMeta(metas: Map<string, string>, attributes: ReadonlyMap<string, string>) {
  const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
  if (name && !metas.has(name)) metas.set(name, attributes.get('content') ?? '')
}

function attributesOf(head: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of head.matchAll(
    /(?<![\w:-])([a-z][\w:-]{0,30})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  ))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), unescape(double ?? single ?? bare ?? ''))
  return found
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  rsquo: '’',
}

const unescape = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
    if (code === 0) return entities[name.toLowerCase()] ?? whole
    return code > 0x10_ffff || (code >= 0xd800 && code < 0xe000) ? '' : String.fromCodePoint(code)
  })

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
