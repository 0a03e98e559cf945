import { readServiceLink, readWebLink } from '#contract/cards/check-service-link.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { recognizeService, serviceHosts, whatsapp } from '#contract/cards/service-hosts.ts'

export type Kind = { gradeServiceId: number; serviceName: string; capabilities: number }

export type Pasted = {
  services: DraftService[]
  added: number[]
  /** Already in the list, with this address or another. */
  known: { id: number; link: string }[]
  /** Addresses of unknown services: the owner chooses. */
  unsure: string[]
  /** Text that is not an address. */
  unread: string[]
}

/** A person and a page at one site are two services. */
const siblings: Readonly<Record<number, number>> = { 4: 5, 5: 4 }

/** Anchored at the start of each run, so that the search stays linear. */
const around = /^[([]+|(?<![)\].])[)\].]+$/g

export const aService = (gradeServiceId: number, directLink = ''): DraftService => ({
  gradeServiceId,
  directLink,
  reviewLink: '',
  ignoreService: false,
})

/** Adds pasted addresses to the list; text between them is ignored. */
export function addPasted(text: string, services: readonly DraftService[], kinds: readonly Kind[]): Pasted {
  const pasted: Pasted = { services: [...services], added: [], known: [], unsure: [], unread: [] }
  for (const line of text.split(/[\r\n]+/)) {
    const { links, isNumber } = linksOf(line)
    if (isNumber) place(pasted, whatsapp, links[0] ?? '')
    else if (links.length === 0 && line.trim()) pasted.unread.push(line.trim())
    else for (const link of links) placeLink(pasted, link, kinds)
  }
  return pasted
}

function linksOf(line: string): { links: string[]; isNumber: boolean } {
  const number = line.trim()
  if (/^\+?[\d\s()./-]{8,}$/.test(number)) {
    const read = readServiceLink(whatsapp, number)
    if ('href' in read) return { links: [number], isNumber: true }
  }
  const words = line.split(/[\s,;|<>"'“”]+/).map((word) => word.replace(around, ''))
  const links = words.flatMap((word) => {
    const read = readWebLink(word)
    return 'href' in read ? [read.href] : []
  })
  return { links: [...new Set(links)], isNumber: false }
}

function placeLink(pasted: Pasted, link: string, kinds: readonly Kind[]) {
  const there = pasted.services.find(({ directLink }) => isSameLink(directLink, link))
  if (there) {
    if (!pasted.added.includes(there.gradeServiceId)) pasted.known.push({ id: there.gradeServiceId, link })
    return
  }
  const id = recognizeService(link)
  if (id === null || !kinds.some(({ gradeServiceId }) => gradeServiceId === id)) {
    if (!pasted.unsure.includes(link)) pasted.unsure.push(link)
    return
  }
  const sibling = siblings[id]
  const isTaken = (of: number) => pasted.services.some(({ gradeServiceId, directLink }) => gradeServiceId === of && directLink !== '')
  place(pasted, sibling !== undefined && isTaken(id) && !isTaken(sibling) ? sibling : id, link)
}

function place(pasted: Pasted, id: number, link: string) {
  const at = pasted.services.findIndex(({ gradeServiceId }) => gradeServiceId === id)
  const there = pasted.services[at]
  if (there && there.directLink.trim() !== '') {
    pasted.known.push({ id, link })
    return
  }
  // A service without an address gets this one; else it is appended.
  if (there) pasted.services[at] = { ...there, directLink: link }
  else pasted.services.push(aService(id, link))
  pasted.added.push(id)
}

function isSameLink(one: string, other: string): boolean {
  const [a, b] = [readWebLink(one), readWebLink(other)]
  return 'href' in a && 'href' in b && a.href === b.href
}

/** Groups unknown addresses by site; one group if no service is left to choose. */
export function groupBySite(links: readonly string[], hasPlace: boolean): string[][] {
  const together = new Map<string, string[]>()
  for (const link of links) {
    const place = hasPlace ? new URL(link).hostname.replace(/^www\./, '') : ''
    together.set(place, [...(together.get(place) ?? []), link])
  }
  return [...together.values()]
}

/** Services not in the list yet; with `isAnywhere`, those that accept any address. */
export function kindsLeft(kinds: readonly Kind[], services: readonly DraftService[], isAnywhere = false): Kind[] {
  const used = new Set(services.map(({ gradeServiceId }) => gradeServiceId))
  return kinds.filter(({ gradeServiceId }) => !used.has(gradeServiceId) && !(isAnywhere && gradeServiceId in serviceHosts))
}
