import { readServiceLink, readWebLink } from '#contract/cards/check-service-link.ts'
import type { DraftService } from '#contract/cards/drafts.ts'
import { recogniseService, serviceHosts, whatsapp } from '#contract/cards/service-hosts.ts'

export type Kind = { gradeServiceId: number; serviceName: string; capabilities: number }

export type Pasted = {
  services: DraftService[]
  added: number[]
  /** In the list already, with this address or another. */
  known: { id: number; link: string }[]
  /** Addresses that may be anybody's: the owner says whose. */
  unsure: string[]
  /** What is no address at all. */
  unread: string[]
}

/** A person and a page of theirs are two services that live at one place. */
const siblings: Readonly<Record<number, number>> = { 4: 5, 5: 4 }

/** Each run is looked at from its first letter only: else a search would begin anew at each. */
const around = /^[([]+|(?<![)\].])[)\].]+$/g

export const aService = (gradeServiceId: number, directLink = ''): DraftService => ({
  gradeServiceId,
  directLink,
  reviewLink: '',
  ignoreService: false,
})

/** The list with what was pasted: one address or many, with whatever words stand between them. */
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
  const id = recogniseService(link)
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
  // One that waits for its address gets it; else it comes last.
  if (there) pasted.services[at] = { ...there, directLink: link }
  else pasted.services.push(aService(id, link))
  pasted.added.push(id)
}

function isSameLink(one: string, other: string): boolean {
  const [a, b] = [readWebLink(one), readWebLink(other)]
  return 'href' in a && 'href' in b && a.href === b.href
}

/** Addresses of one place are asked about together, and all of them where there is no place left to put any. */
export function askedTogether(links: readonly string[], hasPlace: boolean): string[][] {
  const together = new Map<string, string[]>()
  for (const link of links) {
    const place = hasPlace ? new URL(link).hostname.replace(/^www\./, '') : ''
    together.set(place, [...(together.get(place) ?? []), link])
  }
  return [...together.values()]
}

/** Kinds that are not in the list yet; with `isAnywhere`, those that may live at any address. */
export function kindsLeft(kinds: readonly Kind[], services: readonly DraftService[], isAnywhere = false): Kind[] {
  const used = new Set(services.map(({ gradeServiceId }) => gradeServiceId))
  return kinds.filter(({ gradeServiceId }) => !used.has(gradeServiceId) && !(isAnywhere && gradeServiceId in serviceHosts))
}
