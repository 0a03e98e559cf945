import type { MetaDescriptor } from 'react-router'
import { previewPx } from '#contract/constants.ts'
import { forCrawlers, type Head } from '../features/cards/titles.ts'

/** Renders a page's metadata. */
export function metas(head: Head): MetaDescriptor[] {
  const { title, description, keywords, canonical, themeColor, isListed, [forCrawlers]: { preview, jsonLd } = {} } = head
  return [
    { title },
    ...named('description', description),
    ...named('keywords', keywords),
    ...named('theme-color', themeColor),
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
    ...(jsonLd ? [{ 'script:ld+json': jsonLd }] : []),
  ]
}

const named = (name: string, content: string | undefined) => (content ? [{ name, content }] : [])
