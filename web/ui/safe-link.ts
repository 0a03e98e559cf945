import { parseLink } from '#common/text/web-link.ts'

const allowed: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])

/** An owner's address that is safe in an href, or null. The result is the URL parser's output, never the input. */
export function safeLink(typed: string): string | null {
  const url = parseLink(typed)
  return url && allowed.has(url.protocol) ? url.href : null
}

/** Links that owners add send no referrer. */
export const outward = { target: '_blank', rel: 'ugc noopener noreferrer' } as const
