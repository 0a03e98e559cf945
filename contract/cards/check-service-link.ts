import type { IssueValues } from '../problem.ts'
import type { DraftIssueCode } from './draft-issues.ts'
import { dialable } from '#common/text/phone.ts'
import { isAmong, serviceHosts, whatsapp } from './service-hosts.ts'
import { parseLink } from '#common/text/web-link.ts'

export type ReadLink = { href: string } | { issue: DraftIssueCode; values?: IssueValues }

/** Spaces, control characters and zero-width characters, which can hide a link's destination. */
const invisible = /[\p{Cc}\p{Cf}\p{Z}]/u

/** A link for a card, or what's wrong with it. The normalized URL is saved, never the input. */
export function readWebLink(typed: string): ReadLink {
  return readLink(typed, /^https?:$/, 'linkInvalid')
}

/** The same for a menu link, which may also open an email or a call. */
export function readOwnLink(typed: string): ReadLink {
  return readLink(typed, /^(https?|mailto|tel):$/, 'targetInvalid')
}

function readLink(typed: string, allowed: RegExp, issue: DraftIssueCode): ReadLink {
  const text = typed.trim()
  const url = parseLink(text)
  if (!url || !allowed.test(url.protocol)) return { issue }
  const isWeb = /^https?:$/.test(url.protocol)
  if (isWeb && invisible.test(text)) return { issue: 'linkInvisibleCharacter' }
  // A public host name has a dot; others are on a private network.
  if (isWeb && !/[^.]\.[^.]/.test(url.hostname)) return { issue }
  return { href: url.href }
}

/** A link to a catalog service, which must be on one of that service's hosts. */
export function readServiceLink(gradeServiceId: number, typed: string): ReadLink {
  if (gradeServiceId === whatsapp && isNumber(typed)) return readNumber(typed)
  const read = readWebLink(typed)
  const known = serviceHosts[gradeServiceId]
  if ('issue' in read || !known || isAmong(known.hosts, new URL(read.href).hostname)) return read
  return { issue: 'hostMismatch', values: { name: known.name } }
}

const isNumber = (typed: string) => /^[\d\s()+./-]+$/.test(typed.trim())

function readNumber(typed: string): ReadLink {
  const digits = dialable(typed)?.replace(/\D/g, '') ?? ''
  // A number dialed with a leading 0 lacks its country code.
  const isWhole = digits.length >= 8 && !/^\D*0(?!0)/.test(typed) && !digits.startsWith('0')
  return isWhole ? { href: `https://wa.me/${digits}` } : { issue: 'phoneInvalid' }
}
