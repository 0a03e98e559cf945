import { beforeAll, describe, expect, test } from 'vitest'
import { awaken, aVisitor, type Visitor } from '../harness/visitor.ts'

const KB = 1024

/** What the browser fetched until the page had come to rest, as it tells it itself. The last part of a first view is asked for when there is nothing else to do. */
async function fetched({ page }: Visitor) {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/look-')))
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
/** On a slow machine a card may have come to what it does after a while. */
const beforeLater = (files: readonly { name: string; bytes: number }[]) => {
  const later = files.findIndex(({ name }) => name.includes('/card-later'))
  return later < 0 ? files : files.slice(0, later)
}
const isScript = ({ name }: { name: string }) => name.endsWith('.js')

describe.each(['maren', 'julian', 'priya', 'oyelaran'])('the first view of %s', (alias) => {
  const hosts = new Set<string>()
  let looked: Awaited<ReturnType<typeof fetched>>
  let touched: Awaited<ReturnType<typeof fetched>>
  beforeAll(async () => {
    await using visitor = await aVisitor()
    visitor.page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visitor.open(`/${alias}/home`)
    looked = await fetched(visitor)
    await awaken(visitor.page)

    await using other = await aVisitor()
    await other.open(`/${alias}/home`)
    await awaken(other.page)
    touched = await fetched(other)
  })

  // Salon sets its name and its numbers in the serif too.
  test('needs at most 35 KB of fonts, and 50 KB with names in the serif', () => {
    const fonts = looked.files.filter(({ name }) => name.endsWith('.woff2'))
    expect(fonts.length).toBeGreaterThan(0)
    console.info(`fonts of ${alias}: ${fonts.map(({ name }) => name.split('/').at(-1)).join(', ')}: ${(sum(fonts) / KB).toFixed(1)} KB`)
    expect(sum(fonts)).toBeLessThanOrEqual((alias === 'julian' ? 50 : 35) * KB)
  })

  test('needs at most 8 KB of script as long as nobody touches it, and at most 110 KB to come alive', () => {
    const [before, after] = [looked.files.filter(isScript), beforeLater(touched.files.filter(isScript))]
    expect(before.length).toBeGreaterThan(0)
    expect(sum(before)).toBeLessThanOrEqual(8 * KB)
    expect(after.length).toBeGreaterThan(before.length)
    expect(sum(after)).toBeLessThanOrEqual(110 * KB)
    console.info(`script of ${alias}: ${(sum(before) / KB).toFixed(1)} KB looked at, ${(sum(after) / KB).toFixed(1)} KB touched`)
  })

  test('is on screen before any script is asked for', () => {
    const early = looked.files.filter((file) => isScript(file) && file.startTime < looked.paint)
    expect(looked.paint).toBeGreaterThan(0)
    expect(early).toEqual([])
  })

  test('asks nobody else for anything', () => {
    expect(hosts.size).toBe(1)
  })
})
