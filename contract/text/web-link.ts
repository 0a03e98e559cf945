const looksLikeHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#:]|$)/i

/** An owner's address as the URL parser reads it, or null where it reads none. People leave out what stands before the host. */
export function parseLink(typed: string): URL | null {
  const text = typed.trim()
  try {
    const url = new URL(looksLikeHost.test(text) ? `https://${text}` : text)
    // A name before the host (https://bank.example@elsewhere.example) only ever misleads.
    return url.username || url.password ? null : url
  } catch {
    return null
  }
}

/** The same, of the web and nothing else. */
export function webLink(typed: string): string | null {
  const url = parseLink(typed)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
