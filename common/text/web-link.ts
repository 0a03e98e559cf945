const looksLikeHost = /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#:]|$)/i

/** An owner's address as a URL, or null. A missing scheme becomes https. */
export function parseLink(typed: string): URL | null {
  const text = typed.trim()
  try {
    const url = new URL(looksLikeHost.test(text) ? `https://${text}` : text)
    // A username before the host (https://bank.example@elsewhere.example) only misleads.
    return url.username || url.password ? null : url
  } catch {
    return null
  }
}

/** The same for http and https only. */
export function webLink(typed: string): string | null {
  const url = parseLink(typed)
  return url && /^https?:$/.test(url.protocol) ? url.href : null
}
