import type { Request } from 'playwright-core'
import { stopClock } from '../harness/stop-clock.ts'
import { aVisitor, hydrate } from '../harness/visitor.ts'

export const KB = 1024

type LoadedFile = { name: string; bytes: number }
/** `viewed` and `touched` are scripts, before and after hydration. */
export type FirstView = { hosts: Set<string>; beforeIdle: string[]; fonts: LoadedFile[]; viewed: LoadedFile[]; touched: LoadedFile[] }

export const sum = (files: readonly LoadedFile[]) => files.reduce((all, { bytes }) => all + bytes, 0)

/** Opens a card and touches it. The clock is stopped, so that the deferred part never loads. */
export async function openAndTouch(alias: string): Promise<FirstView> {
  await using visitor = await aVisitor()
  const { page } = visitor
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const pathOf = (request: Request) => new URL(request.url()).pathname
  const weigh = (kind: 'font' | 'script') =>
    Promise.all(
      requests
        .filter((request) => request.resourceType() === kind)
        .map(async (request) => ({ name: pathOf(request), bytes: (await request.sizes()).responseBodySize })),
    )

  const clock = await stopClock(page)
  await visitor.open(`/${alias}/home`)
  await page.evaluate(waitForPaint)
  const beforeIdle = requests.map(pathOf)
  // The browser is idle: the first script starts, and waits for a touch.
  const startData = await page.locator('[data-start]').getAttribute('data-start')
  await clock.runFor(100)
  await clock.timer(Number.parseInt(startData?.split(' ')[2] ?? ''))
  const [fonts, viewed] = [await weigh('font'), await weigh('script')]
  await hydrate(page)
  return {
    hosts: new Set(requests.map((request) => new URL(request.url()).host)),
    beforeIdle,
    fonts,
    viewed,
    touched: await weigh('script'),
  }
}

/** Runs in the page. */
async function waitForPaint() {
  await document.fonts.ready
  return new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
