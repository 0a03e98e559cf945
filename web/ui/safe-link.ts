import { parseLink } from '#contract/text/web-link.ts'

const allowed: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])

/** An owner's address as it may stand in an href, or null. What the URL parser gives back is used, never what was typed. */
export function safeLink(typed: string): string | null {
  const url = parseLink(typed)
  return url && allowed.has(url.protocol) ? url.href : null
}

/** Owner links leave our house without a word about where they come from. */
export const outward = { target: '_blank', rel: 'ugc noopener noreferrer' } as const
