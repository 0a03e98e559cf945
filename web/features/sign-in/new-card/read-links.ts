import { readServiceLink } from '#contract/cards/check-service-link.ts'
import { recogniseService } from '#contract/cards/service-hosts.ts'
import { webLink } from '#contract/text/web-link.ts'

export type LinkRow = { link: string; service: number }
export type ReadLinks = { rows: LinkRow[]; unread: string[] }

const website = 15
const blog = 30
const agentPage = 2
/** Where a card has one of a kind already, the next of it goes here. */
const others: Record<number, readonly number[]> = { [website]: [website, blog, agentPage], 4: [4, 5], 5: [5, 4], 3: [3, 1] }
/** Nobody has said yet what it is. */
export const undecided = 0
const linksMax = 40

/** Brackets and quotation marks of the words around a link. A run is looked at from its first letter only, not anew at each. */
const around = /^[<("'«]+|(?<![>)"'».])[>)"'».]+$/g

/** Links out of whatever was pasted, each with the service it belongs to. What is no link is handed back. */
export function readLinks(text: string, before: readonly LinkRow[] = []): ReadLinks {
  const pieces = text.split(/[\s,;|]+|(?=https?:\/\/)/i).map((piece) => piece.replace(around, ''))
  const rows = [...before]
  const unread: string[] = []
  for (const piece of pieces.filter(Boolean)) {
    const link = piece.includes('@') || !piece.includes('.') ? null : webLink(piece)
    if (!link || rows.length >= linksMax) {
      if (/[a-z0-9]/i.test(piece)) unread.push(piece)
      continue
    }
    if (!rows.some((row) => row.link === link)) rows.push({ link, service: placeOf(link, rows) })
  }
  return { rows, unread }
}

function placeOf(link: string, rows: readonly LinkRow[]): number {
  const service = recogniseService(link) ?? website
  return (others[service] ?? [service]).find((one) => rows.every((row) => row.service !== one)) ?? undecided
}

/** What is wrong with a row: it belongs nowhere yet, to a service that has one, or it leads elsewhere. */
export function rowFault({ link, service }: LinkRow, rows: readonly LinkRow[]): 'undecided' | 'twice' | 'host' | null {
  if (service === undecided) return 'undecided'
  if (rows.filter((row) => row.service === service).length > 1) return 'twice'
  return 'fault' in readServiceLink(service, link) ? 'host' : null
}
