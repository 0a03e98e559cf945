import { createContext, useContext } from 'react'

/** In order of precedence: shared styles, then a page's own part, then a card's layout. */
type Weight = 'base' | 'part' | 'layout'

/** True around content below the fold: its styles load from a file, so that the first paint doesn't wait for them. */
export const DeferredStyles = createContext(false)

/**
 * Styles of a page, imported from `x.css?page-style`. React hoists them into a style element of the head. The browser's bundle
 * contains none: the server's styles stay, and client navigation fetches the missing ones as files.
 */
export function PageStyle({
  name,
  styles: { css, href = '' },
  weight = 'part',
}: {
  name: string
  styles: { css: string; href?: string | undefined }
  weight?: Weight
}) {
  const isDeferred = useContext(DeferredStyles)
  // In place, not in the head: content before it paints while it loads. Under another address than in the head, or React would
  // treat the two as one and remove the next page's styles together with this element.
  if (isDeferred) return <link rel="stylesheet" href={`${href}#`} />
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
