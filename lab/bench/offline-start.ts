import type { BrowserContext } from 'playwright-core'

const rounds = 5
const cpuTimesSlower = 4

/** Time from starting an installed card to its first paint and to its name, on a CPU a quarter as fast: the median of a few. */
export async function measureStart(context: BrowserContext, path: string): Promise<{ firstPaintMs: number; nameMs: number }> {
  const starts: Awaited<ReturnType<typeof startOnce>>[] = []
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(context, path))
  const middle = (read: (start: (typeof starts)[number]) => number) =>
    starts.map(read).toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  return { firstPaintMs: middle(({ firstPaintMs }) => firstPaintMs), nameMs: middle(({ nameMs }) => nameMs) }
}

async function startOnce(context: BrowserContext, path: string) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuTimesSlower })
  await page.addInitScript(noteName)
  await page.goto(path, { waitUntil: 'load' })
  const found = await page.evaluate(readPaints)
  await page.close()
  return found
}

/** Runs in the page: the first frame that has the name in it. */
function noteName() {
  const look = () => {
    if (document.querySelector('h1')?.textContent) performance.mark('name')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Runs in the page. */
function readPaints() {
  return new Promise<{ firstPaintMs: number; nameMs: number }>((resolve) => {
    const look = () => {
      const [first] = performance.getEntriesByName('first-contentful-paint')
      const [name] = performance.getEntriesByName('name')
      if (first && name) resolve({ firstPaintMs: first.startTime, nameMs: name.startTime })
      else requestAnimationFrame(look)
    }
    look()
  })
}
