import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { phone } from './phone.ts'

/** Bytes of a card's page: status line, headers and HTML as sent, and its inline styles uncompressed. */
export async function weighHtml(url: string, userAgent = phone, language = 'en'): Promise<{ sent: number; styles: number }> {
  const headers = { 'user-agent': userAgent, 'accept-language': language, 'accept-encoding': 'br' }
  const [answer] = (await once(get(url, { agent: false, headers }), 'response')) as [IncomingMessage]
  const html = brotliDecompressSync(Buffer.concat(await answer.toArray())).toString()
  const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('\n')
  return { sent: answer.socket.bytesRead, styles: Buffer.byteLength(styles) }
}

/** Bytes that a phone then loads, as transferred. */
export async function weighFetched(executablePath: string, url: string): Promise<{ fonts: number; pictures: number; scripts: number }> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, userAgent: phone })
    await page.goto(url, { waitUntil: 'networkidle' })
    const files = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, encodedBodySize }) => ({
        path: new URL(name).pathname,
        bytes: encodedBodySize,
      })),
    )
    const sum = (isMeant: (path: string) => boolean) =>
      files.filter(({ path }) => isMeant(path)).reduce((total, { bytes }) => total + bytes, 0)
    return {
      fonts: sum((path) => path.endsWith('.woff2')),
      scripts: sum((path) => path.endsWith('.js')),
      pictures: sum((path) => !/\.(woff2|js|css)$/.test(path)),
    }
  } finally {
    await browser.close()
  }
}
