import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { chromium, type Browser } from 'playwright-core'
import { phone } from './phone.ts'
import { keepAnswer } from './keep-answer.ts'
import { serveSameBytes } from './serve-same-bytes.ts'
import { onASlowPhone, screen } from './slow-phone.ts'

type Paints = { first: number; largest: number }

const rounds = 15

/** When a phone sees the page, in ratio to the same HTML without any script and the same pictures, under the same headers, as files of a static server. */
export async function compareFirstPaint(
  executablePath: string,
  url: string,
): Promise<{ first: number; largest: number; ours: Paints; theirs: Paints }> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const { origin, pathname } = new URL(url)
    const files = await fetchedBy(browser, url)
    const ours = await keepAnswer(origin, pathname, { 'accept-encoding': 'br', 'accept-language': 'en', 'user-agent': phone })
    const html = brotliDecompressSync(ours.bytes)
      .toString()
      .replace(/<script[\s\S]*?<\/script>/g, '')
    const page = { ...ours, bytes: brotliCompressSync(html) }
    const accept = 'image/avif,image/webp,image/*,*/*;q=0.8'
    const kept = await Promise.all(files.map((path) => keepAnswer(origin, path, { accept, 'accept-encoding': 'br' })))
    using still = await serveSameBytes([page, ...kept.map((file) => ({ ...file, path: file.path.split('?')[0] ?? '' }))], [])

    const turns: { ours: Paints; theirs: Paints }[] = []
    for (let round = 0; round < rounds; round++) {
      const theirsFirst = round % 2 ? await paintsOf(browser, still.url + pathname) : null
      const ours = await paintsOf(browser, url)
      turns.push({ ours, theirs: theirsFirst ?? (await paintsOf(browser, still.url + pathname)) })
    }
    const middle = (read: (turn: (typeof turns)[number]) => number) =>
      turns.map(read).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
    return {
      first: middle(({ ours, theirs }) => ours.first / theirs.first),
      largest: middle(({ ours, theirs }) => ours.largest / theirs.largest),
      ours: { first: middle(({ ours }) => ours.first), largest: middle(({ ours }) => ours.largest) },
      theirs: { first: middle(({ theirs }) => theirs.first), largest: middle(({ theirs }) => theirs.largest) },
    }
  } finally {
    await browser.close()
  }
}

/** Fonts and pictures that the page asks for by itself. */
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
