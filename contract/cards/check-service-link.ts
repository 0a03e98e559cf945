import { sayFault } from './draft-faults.ts'
import { dialable } from '../text/phone.ts'
import { isAmong, serviceHosts, whatsapp } from './service-hosts.ts'
import { parseLink } from '../text/web-link.ts'

export type ReadLink = { href: string } | { fault: string }

/** Spaces, control letters and letters without width: they only ever hide where a link leads. */
const unseen = /[\p{Cc}\p{Cf}\p{Z}]/u

/** A link as it may stand on a card, or what is wrong with it. What the URL parser gives back is kept, never what was typed. */
export function readWebLink(typed: string): ReadLink {
  return readLink(typed, /^https?:$/, sayFault('linkWrong'))
}

/** The same for a link of one's own, which may also write a mail or call. */
export function readOwnLink(typed: string): ReadLink {
  return readLink(typed, /^(https?|mailto|tel):$/, sayFault('targetWrong'))
}

function readLink(typed: string, allowed: RegExp, fault: string): ReadLink {
  const text = typed.trim()
  const url = parseLink(text)
  if (!url || !allowed.test(url.protocol)) return { fault }
  const isWeb = /^https?:$/.test(url.protocol)
  if (isWeb && unseen.test(text)) return { fault: sayFault('linkLetters') }
  // A house of the web has a name with a dot; others are inside somebody's own network.
  if (isWeb && !/[^.]\.[^.]/.test(url.hostname)) return { fault }
  return { href: url.href }
}

/** A link to a service of the catalogue, which must lead to where that service lives. */
export function readServiceLink(gradeServiceId: number, typed: string): ReadLink {
  if (gradeServiceId === whatsapp && isNumber(typed)) return readNumber(typed)
  const read = readWebLink(typed)
  const known = serviceHosts[gradeServiceId]
  if ('fault' in read || !known || isAmong(known.hosts, new URL(read.href).hostname)) return read
  return { fault: sayFault('hostWrong', { name: known.name }) }
}

const isNumber = (typed: string) => /^[\d\s()+./-]+$/.test(typed.trim())

function readNumber(typed: string): ReadLink {
  const digits = dialable(typed)?.replace(/\D/g, '') ?? ''
  // A number that is dialled with a 0 first leaves its country out.
  const isWhole = digits.length >= 8 && !/^\D*0(?!0)/.test(typed) && !digits.startsWith('0')
  return isWhole ? { href: `https://wa.me/${digits}` } : { fault: sayFault('numberWrong') }
}
