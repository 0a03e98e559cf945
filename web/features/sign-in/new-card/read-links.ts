import { readServiceLink } from '#contract/cards/check-service-link.ts'
import { recognizeService } from '#contract/cards/service-hosts.ts'
import { webLink } from '#common/text/web-link.ts'

export type LinkRow = { link: string; service: number }
export type ReadLinks = { rows: LinkRow[]; unread: string[] }

const website = 15
const blog = 30
const agentPage = 2
/** If a card already has a link of this service, the next one becomes this service. */
const others: Record<number, readonly number[]> = { [website]: [website, blog, agentPage], 4: [4, 5], 5: [5, 4], 3: [3, 1] }
/** Its service is not chosen yet. */
export const undecided = 0
const linksMax = 40

/** Brackets and quotes around a link. Anchored at the start of a run, so that the search stays linear. */
const around = /^[<("'«]+|(?<![>)"'».])[>)"'».]+$/g

/** Not the @ of a channel, as in youtube.com/@name. */
const emailStart = /^(?!https?:)[^/]*@/i

/** Pasted links with their services; other text is returned as unread. */
export function readLinks(text: string, before: readonly LinkRow[] = []): ReadLinks {
  const pieces = text.split(/[\s,;|]+|(?=https?:\/\/)/i).map((piece) => piece.replace(around, ''))
  const rows = [...before]
  const unread: string[] = []
  for (const piece of pieces.filter(Boolean)) {
    const link = emailStart.test(piece) || !piece.includes('.') ? null : webLink(piece)
    if (!link || rows.length >= linksMax) {
      if (/[a-z0-9]/i.test(piece)) unread.push(piece)
      continue
    }
    if (!rows.some((row) => row.link === link)) rows.push({ link, service: placeOf(link, rows) })
  }
  return { rows, unread }
}

function placeOf(link: string, rows: readonly LinkRow[]): number {
  const service = recognizeService(link) ?? website
  return (others[service] ?? [service]).find((one) => rows.every((row) => row.service !== one)) ?? undecided
}

/** A row's issue: no service, a service that has a link, or another host. */
export function rowIssue({ link, service }: LinkRow, rows: readonly LinkRow[]): 'undecided' | 'twice' | 'host' | null {
  if (service === undecided) return 'undecided'
  if (rows.filter((row) => row.service === service).length > 1) return 'twice'
  return 'issue' in readServiceLink(service, link) ? 'host' : null
}
