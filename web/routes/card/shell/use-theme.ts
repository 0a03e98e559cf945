import { useInsertionEffect } from 'react'
import type { Layout } from '../../../features/cards/home/layout.ts'
import { layoutHrefs } from '../../../features/cards/home/layout-hrefs.ts'

const fading = `@media (prefers-reduced-motion: no-preference) {
  :where(body, .card, .card *) { transition: color 160ms, background-color 160ms, border-color 160ms, fill 160ms }
}`

/** The owner's colours over those the page came with. The policy lets no style element in; a sheet made by our script it does. */
export function useTheme(css: string, layout: Layout) {
  useInsertionEffect(() => showOnly(layout), [layout])

  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`${css}\n${fading}`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [css])
}

/** Layouts are written for one to a page: what an earlier one left in the head must not be heard. */
function showOnly(layout: Layout) {
  for (const [name, href] of Object.entries(layoutHrefs))
    for (const sheet of document.querySelectorAll<HTMLStyleElement | HTMLLinkElement>(
      `style[data-href~="layout-${name}"], link[rel="stylesheet"][href="${href}"]`,
    ))
      sheet.media = name === layout ? 'all' : 'not all'
}
