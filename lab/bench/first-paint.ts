import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { phone } from './phone.ts'
import { recordResponse } from './record-response.ts'
import { serveSameBytes } from './serve-same-bytes.ts'
import { onASlowPhone, screen } from './slow-phone.ts'

type Paints = { first: number; largest: number }

const rounds = 15

/** First paint on a phone, relative to the same HTML without scripts, images and headers from a static server. */
export async function compareFirstPaint(
  executablePath: string,
  url: string,
): Promise<{ first: number; largest: number; carte: Paints; theirs: Paints }> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const { origin, pathname } = new URL(url)
    const files = await fetchedBy(browser, url)
    const carte = await recordResponse(origin, pathname, { 'accept-encoding': 'br', 'accept-language': 'en', 'user-agent': phone })
    const html = brotliDecompressSync(carte.bytes)
      .toString()
      .replace(/<script[\s\S]*?<\/script>/g, '')
    const page = { ...carte, bytes: brotliCompressSync(html) }
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8'
    const recorded = await Promise.all(files.map((path) => recordResponse(origin, path, { accept, 'accept-encoding': 'br' })))
    using still = await serveSameBytes([page, ...recorded.map((file) => ({ ...file, path: file.path.split('?')[0] ?? '' }))], [])

    const turns: { carte: Paints; theirs: Paints }[] = []
    for (let round = 0; round < rounds; round++) {
      const theirsFirst = round % 2 ? await paintsOf(browser, still.url + pathname) : null
      const carte = await paintsOf(browser, url)
      turns.push({ carte, theirs: theirsFirst ?? (await paintsOf(browser, still.url + pathname)) })
    }
    const middle = (read: (turn: (typeof turns)[number]) => number) =>
      turns.map(read).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
    return {
      first: middle(({ carte, theirs }) => carte.first / theirs.first),
      largest: middle(({ carte, theirs }) => carte.largest / theirs.largest),
      carte: { first: middle(({ carte }) => carte.first), largest: middle(({ carte }) => carte.largest) },
      theirs: { first: middle(({ theirs }) => theirs.first), largest: middle(({ theirs }) => theirs.largest) },
    }
  } finally {
    await browser.close()
  }
}

/** Fonts and images that the page loads. */
async function fetchedBy(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage(screen)
  await page.goto(url, { waitUntil: 'networkidle' })
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await page.close()
  const paths = names.map((name) => new URL(name)).filter(({ pathname }) => !pathname.endsWith('.js'))
  return [...new Map(paths.map(({ pathname, search }) => [pathname, pathname + search])).values()]
}

async function paintsOf(browser: Browser, url: string): Promise<Paints> {
  const { context, page } = await onASlowPhone(browser, url)
  const paints = await page.evaluate(
    () =>
      new Promise<Paints>((resolve) => {
        const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
        new PerformanceObserver((list) => resolve({ first, largest: list.getEntries().at(-1)?.startTime ?? Number.NaN })).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return paints
}
