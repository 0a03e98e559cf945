/** Phones get the phone's markup. Other and unknown devices get all of it, and the style sheet arranges it. */
type PageKind = 'phone' | 'wide'

/** Longer than any browser's user agent. */
const userAgentMax = 1024

export function pageKindOf(header: string | null | undefined): PageKind {
  const userAgent = header?.slice(0, userAgentMax) ?? ''
  const hasInOrder = (first: string, second: string) => {
    const at = userAgent.indexOf(first)
    return at !== -1 && userAgent.includes(second, at + first.length)
  }
  const isPhone =
    userAgent.includes('iPhone') ||
    userAgent.includes('Windows Phone') ||
    hasInOrder('Android', 'Mobile') ||
    hasInOrder('Mobile', 'Firefox')
  return isPhone ? 'phone' : 'wide'
}
