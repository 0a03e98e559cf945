import { brotliCompressSync } from 'node:zlib'

export type FirstView = { html: number; htmlRaw: number; styles: number; fonts: number; pictures: number; scripts: number }

/** What one card costs a phone: bytes on the wire, and the inline styles as they are. */
export async function firstViewOf(url: string, path: string): Promise<FirstView> {
  const html = await (await fetch(`${url}${path}`)).text()
  const weigh = async (addresses: string[]) => {
    const sizes = await Promise.all([...new Set(addresses)].map((address) => wireBytes(new URL(address, url).href)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('\n')

  return {
    html: brotliCompressSync(html).length,
    htmlRaw: Buffer.byteLength(html),
    styles: Buffer.byteLength(styles),
    fonts: await weigh(addressesIn(html, /url\(["']?([^"')]+\.woff2)/g)),
    pictures: await weigh(addressesIn(html, /<img[^>]+?\bsrc="([^"]+)"/g)),
    scripts: await weigh(addressesIn(html, /["']([^"']*\/assets\/[^"']+\.js)["']/g)),
  }
}

export const addressesIn = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, address = '']) => address.replaceAll('&amp;', '&'))

async function wireBytes(address: string): Promise<number> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br', accept: 'image/avif,image/webp,*/*' } })
  const stated = Number(answer.headers.get('content-length'))
  const bytes = await answer.arrayBuffer()
  return stated || bytes.byteLength
}
