import { createContext, useContext } from 'react'

/** In the order they weigh: what all pages share, then a page's own part, then what a card's layout makes of both. */
type Weight = 'base' | 'part' | 'layout'

/** True around what stands far down a page: its styles come as a file beside it, so that the first view does not carry them. */
export const LateStyles = createContext(false)

/**
 * Styles of a page, inside the page: React lifts them into a style element of the head. The browser's bundle carries
 * none: what the server wrote stays, and a page reached by a click fetches the file of what is not there yet.
 */
export function PageStyle({
  name,
  css,
  href = '',
  weight = 'base',
}: {
  name: string
  css: string
  href?: string | undefined
  weight?: Weight
}) {
  const isLate = useContext(LateStyles)
  // In its place, not in the head: what stands before it is painted while it is fetched. By another address than in the head, or
  // React would take this one for that one, and with this place go the styles of the next page.
  if (isLate) return <link rel="stylesheet" href={`${href}#`} />
  if (import.meta.env.SSR || href === '' || isWritten(name)) {
    return (
      <style href={name} precedence={weight}>
        {css}
      </style>
    )
  }
  return <link rel="stylesheet" href={href} precedence={weight} />
}

const isWritten = (name: string) => document.querySelector(`style[data-href~="${name}"]`) !== null
