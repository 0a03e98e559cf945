const allowed: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:', 'tel:', 'sms:'])
const looksLikeHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#:]|$)/i

/** An owner's address as it may stand in an href, or null. What the URL parser gives back is used, never what was typed. */
export function safeLink(typed: string): string | null {
  const text = typed.trim()
  const url = parse(looksLikeHost.test(text) ? `https://${text}` : text)
  if (!url || !allowed.has(url.protocol)) return null
  // A name before the host (https://bank.example@elsewhere.example) only ever misleads.
  return url.username || url.password ? null : url.href
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Owner links leave our house without a word about where they come from. */
export const outward = { target: '_blank', rel: 'ugc noopener noreferrer' } as const
