import { beforeAll, describe, expect, test } from 'vitest'
import { hydrate, aVisitor, type Visitor } from '../harness/visitor.ts'

const KB = 1024

/** The resources that the browser reports as loaded once the page is idle. The last part of a first view is loaded when idle. */
async function loadedFiles({ page }: Visitor) {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/start-')))
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    return {
      paint,
      files: files.map(({ name, startTime, encodedBodySize }) => ({ name: new URL(name).pathname, startTime, bytes: encodedBodySize })),
    }
  })
}

const sum = (files: readonly { bytes: number }[]) => files.reduce((all, { bytes }) => all + bytes, 0)
/** On a slow machine the deferred part of a card may have loaded already. */
const withoutDeferred = (files: readonly { name: string; bytes: number }[]) => {
  const deferredAt = files.findIndex(({ name }) => name.includes('/card-deferred'))
  return deferredAt < 0 ? files : files.slice(0, deferredAt)
}
const isScript = ({ name }: { name: string }) => name.endsWith('.js')

describe.each(['maren', 'julian', 'priya', 'oyelaran'])('the first view of %s', (alias) => {
  const hosts = new Set<string>()
  let firstView: Awaited<ReturnType<typeof loadedFiles>>
  let touched: Awaited<ReturnType<typeof loadedFiles>>
  beforeAll(async () => {
    await using visitor = await aVisitor()
    visitor.page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visitor.open(`/${alias}/home`)
    firstView = await loadedFiles(visitor)
    await hydrate(visitor.page)

    await using other = await aVisitor()
    await other.open(`/${alias}/home`)
    await hydrate(other.page)
    touched = await loadedFiles(other)
  })

  // Salon also uses the serif for its name and numbers.
  test('needs at most 35 KB of fonts, and 50 KB with names in the serif', () => {
    const fonts = firstView.files.filter(({ name }) => name.endsWith('.woff2'))
    expect(fonts.length).toBeGreaterThan(0)
    console.info(`fonts of ${alias}: ${fonts.map(({ name }) => name.split('/').at(-1)).join(', ')}: ${(sum(fonts) / KB).toFixed(1)} KB`)
    expect(sum(fonts)).toBeLessThanOrEqual((alias === 'julian' ? 50 : 35) * KB)
  })

  test('needs at most 8 KB of script before a touch, and at most 110 KB to hydrate', () => {
    const [before, after] = [firstView.files.filter(isScript), withoutDeferred(touched.files.filter(isScript))]
    expect(before.length).toBeGreaterThan(0)
    expect(sum(before)).toBeLessThanOrEqual(8 * KB)
    expect(after.length).toBeGreaterThan(before.length)
    expect(sum(after)).toBeLessThanOrEqual(110 * KB)
    console.info(`script of ${alias}: ${(sum(before) / KB).toFixed(1)} KB looked at, ${(sum(after) / KB).toFixed(1)} KB touched`)
  })

  test('is on screen before any script is requested', () => {
    const early = firstView.files.filter((file) => isScript(file) && file.startTime < firstView.paint)
    expect(firstView.paint).toBeGreaterThan(0)
    expect(early).toEqual([])
  })

  test('contacts no third party', () => {
    expect(hosts.size).toBe(1)
  })
})
