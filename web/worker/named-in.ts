const widthMax = 960

/** Pictures and files of this site that a page names, each in the one width that serves a phone and a desktop. */
export function filesNamedIn(text: string): string[] {
  const found = text.matchAll(/\/api\/public\/[^\s"'<>\\,()]+/g)
  const byPath = new Map<string, { address: string; width: number }>()
  for (const [named] of found) {
    const address = named.replaceAll('&amp;', '&')
    const [path = '', query = ''] = address.split('?')
    // What other sites show of a link is of no use here.
    if (path.includes('/client-preview/')) continue
    const width = Number(new URLSearchParams(query).get('w') ?? 0)
    const best = byPath.get(path)
    if (!best || isBetter(width, best.width)) byPath.set(path, { address, width })
  }
  return [...byPath.values()].map(({ address }) => address)
}

const isBetter = (width: number, than: number) => (than > widthMax ? width < than : width <= widthMax && width > than)

/** The build that drew a page, by the one file that changes with each. */
export const manifestNamedIn = (html: string) => /data-manifest="([^"]+)"/.exec(html)?.[1] ?? null

export function webManifestNamedIn(html: string): string | null {
  const [tag = ''] = /<link\b[^>]*\brel="manifest"[^>]*>/.exec(html) ?? []
  return /\bhref="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? null
}

/** Icons, and what a browser shows of the app before it is there. */
export function iconsNamedIn(manifest: unknown): string[] {
  const icons: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, 'icons') : null
  return (Array.isArray(icons) ? icons : []).flatMap((icon: unknown) => {
    const src: unknown = typeof icon === 'object' && icon !== null ? Reflect.get(icon, 'src') : null
    return typeof src === 'string' && src.startsWith('/') && !src.startsWith('//') ? [src] : []
  })
}
