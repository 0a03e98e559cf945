import { addField, nothingFound, photoOf, type Found } from './found.ts'
import { readCells, readHeading } from './headings.ts'

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value)

const lists = ['contacts', 'people', 'cards', 'leads', 'profiles', 'data', 'results']
const itemsMax = 1000

/** True if an object is about one person: its lists are theirs. */
const isPerson = (json: unknown) =>
  isObject(json) && Object.keys(json).some((key) => json[key] && /^((full|first|last|display)[ _]?)?name$|e-?mail|phone/i.test(key))

/** The people of an export: a list, an object with a list, or one person. */
export function readJson(json: unknown): { found: Found; source: string }[] {
  const list = Array.isArray(json) ? json : isPerson(json) ? undefined : lists.map((name) => at(json, name)).find(Array.isArray)
  const items = list?.some(isObject) && !list.every(isLink) ? list : [json]
  return items
    .slice(0, itemsMax)
    .filter((item) => isObject(item) || Array.isArray(item))
    .map((item) => ({ found: readLinktree(item) ?? readJsonLd(item) ?? fromValues(item), source: JSON.stringify(item) }))
}

const isLink = (item: unknown) => isObject(item) && textOf(item['url'] ?? item['link'] ?? item['href']) !== '' && !('email' in item)

/** A Linktree page's data, as its page carries it and its export gives it. */
export function readLinktree(json: unknown): Found | null {
  const page = at(json, 'props', 'pageProps')
  const account = [at(page, 'account'), at(json, 'account'), page, json].find(
    (one) => isObject(one) && ('socialLinks' in one || 'links' in one) && ('pageTitle' in one || 'profilePictureUrl' in one),
  )
  if (!isObject(account)) return null
  const found = nothingFound()
  const title = textOf(account['pageTitle'])
  addField(found, 'fullName', title.startsWith('@') ? title.slice(1) : title)
  addField(found, 'bio', textOf(account['description']))
  for (const link of [...listOf(account['socialLinks']), ...listOf(account['links'])]) addLink(found, textOf(at(link, 'url')))
  setPhoto(found, textOf(account['profilePictureUrl']))
  return found
}

/** A person or a company in JSON-LD. */
export function readJsonLd(json: unknown): Found | null {
  const nodes = listOf(json).flatMap((one) => [one, ...listOf(at(one, '@graph')), at(one, 'mainEntity')])
  const isOf = (types: RegExp) => (node: unknown) => listOf(at(node, '@type')).some((type) => types.test(textOf(type)))
  const node = nodes.find(isOf(/^Person$/)) ?? nodes.find(isOf(/(Organization|Business|Agent|Store|Restaurant|Physician|Attorney)$/))
  if (!isObject(node)) return null
  const found = nothingFound()
  const [address] = listOf(node['address'])
  addField(found, 'fullName', textOf(node['name']) || [node['givenName'], node['familyName']].map(textOf).join(' '))
  addField(found, 'title', textOf(listOf(node['jobTitle'])[0]))
  addField(found, 'companyName', textOf(at(listOf(node['worksFor'])[0], 'name')) || textOf(node['worksFor']))
  for (const phone of listOf(node['telephone'])) addField(found, 'phoneNumber', textOf(phone).replace(/^tel:/i, ''))
  for (const email of listOf(node['email'])) addField(found, 'emailAddress', textOf(email).replace(/^mailto:/i, ''))
  addField(found, 'bio', textOf(node['description']))
  addField(found, 'companyAddress', textOf(address) || textOf(at(address, 'streetAddress')))
  addField(found, 'companyCity', textOf(at(address, 'addressLocality')))
  addField(found, 'companyState', textOf(at(address, 'addressRegion')))
  addField(found, 'companyZip', textOf(at(address, 'postalCode')))
  addField(found, 'companyCountry', textOf(at(address, 'addressCountry')) || textOf(at(address, 'addressCountry', 'name')))
  for (const link of [...listOf(node['sameAs']), node['url']]) addLink(found, textOf(link))
  const [image] = listOf(node['image'])
  setPhoto(found, textOf(image) || textOf(at(image, 'url')) || textOf(at(image, 'contentUrl')))
  return found
}

/** Any other object: its keys are read like the headings of a table. */
function fromValues(json: unknown): Found {
  const found = nothingFound()
  if (Array.isArray(json)) {
    for (const link of json) addLink(found, hrefOf(link))
    return found
  }
  const cells: { heading: string; value: string }[] = []
  for (const [key, value] of Object.entries(isObject(json) ? json : {})) {
    if (isObject(value)) {
      const inner = Object.entries(value).filter(([, part]) => textOf(part) !== '')
      cells.push(...inner.map(([part, one]) => ({ heading: /^(first|last|full)$/i.test(part) ? `${part}Name` : part, value: textOf(one) })))
    } else if (Array.isArray(value)) {
      const links = value.map(hrefOf).filter((href) => /^(https?|mailto|tel):|\.\w/i.test(href) && !href.includes('@'))
      if (/link|url|social|website/i.test(key)) for (const link of links) addLink(found, link)
      else cells.push({ heading: key.replace(/s$/, ''), value: textOf(value[0]) || textOf(at(value[0], 'value')) })
    } else cells.push({ heading: key, value: textOf(value) })
  }
  const read = readCells(cells.map(({ heading, value }) => ({ ...readHeading(heading), value })))
  return {
    ...read,
    links: [...found.links, ...read.links],
    fields: { ...found.fields, ...read.fields },
    leftOut: [...found.leftOut, ...read.leftOut],
  }
}

const hrefOf = (link: unknown): string =>
  textOf(link) || ['url', 'link', 'href', 'value'].map((key) => textOf(at(link, key))).find(Boolean) || ''

/** A link, or the email address or phone number that it opens. */
export function addLink(found: Found, href: string) {
  const [, scheme = '', rest = ''] = /^(mailto|tel|sms):([^?]*)/i.exec(href.trim()) ?? []
  if (scheme === '') {
    if (href.trim() !== '') found.links.push(href.trim())
  } else addField(found, /mailto/i.test(scheme) ? 'emailAddress' : 'phoneNumber', decoded(rest))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function setPhoto(found: Found, href: string) {
  if (/^data:image/i.test(href)) found.photo ??= photoOf(href)
  else if (/^https?:/i.test(href)) found.photo ??= { url: href }
}
