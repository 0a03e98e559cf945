import type { MetaDescriptor } from 'react-router'
import { previewPx } from '#contract/constants.ts'
import type { Head } from '../features/cards/titles.ts'

/** A page's head as elements. */
export function metas(head: Head): MetaDescriptor[] {
  const { title, description, keywords, canonical, themeColour, preview, isListed, jsonLd } = head
  return [
    { title },
    ...named('description', description),
    ...named('keywords', keywords),
    ...named('theme-color', themeColour),
    ...(isListed ? [] : named('robots', 'noindex')),
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: canonical }] : []),
    ...(preview
      ? [
          { property: 'og:type', content: 'profile' },
          { property: 'og:title', content: title },
          ...(description ? [{ property: 'og:description', content: description }] : []),
          { property: 'og:url', content: preview.url },
          { property: 'og:site_name', content: preview.siteName },
          { property: 'og:locale', content: preview.locale },
          { property: 'og:image', content: preview.image },
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: String(previewPx.width) },
          { property: 'og:image:height', content: String(previewPx.height) },
          { property: 'og:image:alt', content: preview.name },
          { name: 'twitter:card', content: 'summary_large_image' },
        ]
      : []),
    // Read by who runs no scripts; the page's policy lets none write it anew.
    ...(import.meta.env.SSR && jsonLd ? [{ 'script:ld+json': jsonLd }] : []),
  ]
}

const named = (name: string, content: string | undefined) => (content ? [{ name, content }] : [])
