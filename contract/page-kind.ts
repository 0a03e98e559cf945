/** A phone is sent what a phone shows. Anything else, and whoever does not say, is sent everything; its style sheet arranges it. */
type PageKind = 'phone' | 'wide'

/** Longer than any browser's name of itself. */
const lettersRead = 1024

export function pageKindOf(userAgent: string | null | undefined): PageKind {
  const said = userAgent?.slice(0, lettersRead) ?? ''
  const isPhone =
    said.includes('iPhone') || said.includes('Windows Phone') || follows(said, 'Android', 'Mobile') || follows(said, 'Mobile', 'Firefox')
  return isPhone ? 'phone' : 'wide'
}

function follows(said: string, first: string, second: string): boolean {
  const at = said.indexOf(first)
  return at !== -1 && said.includes(second, at + first.length)
}
