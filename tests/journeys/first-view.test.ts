import { describe, expect, test } from 'vitest'
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
  test('needs at most 110 KB of fonts', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)

    const { files } = await fetched(visitor)
    const fonts = files.filter(({ name }) => name.endsWith('.woff2'))
    expect(fonts.length).toBeGreaterThan(0)
    expect(sum(fonts)).toBeLessThanOrEqual(110 * KB)
  })

  test('needs at most 8 KB of script as long as nobody touches it, and at most 110 KB to come alive', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)
    const untouched = (await fetched(visitor)).files.filter(isScript)
    expect(untouched.length).toBeGreaterThan(0)
    expect(sum(untouched)).toBeLessThanOrEqual(8 * KB)

    await using other = await aVisitor()
    await other.open(`/${alias}/home`)
    await awaken(other.page)
    const touched = beforeLater((await fetched(other)).files.filter(isScript))
    expect(touched.length).toBeGreaterThan(untouched.length)
    expect(sum(touched)).toBeLessThanOrEqual(110 * KB)
    console.info(`script of ${alias}: ${(sum(untouched) / KB).toFixed(1)} KB looked at, ${(sum(touched) / KB).toFixed(1)} KB touched`)
  })

  test('is on screen before any script is asked for', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)

    const { paint, files } = await fetched(visitor)
    const early = files.filter((file) => isScript(file) && file.startTime < paint)
    expect(paint).toBeGreaterThan(0)
    expect(early).toEqual([])
  })

  test('asks nobody else for anything', async () => {
    await using visitor = await aVisitor()
    const hosts = new Set<string>()
    visitor.page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visitor.open(`/${alias}/home`)

    await visitor.page.waitForLoadState('networkidle')
    await awaken(visitor.page)
    await visitor.page.waitForLoadState('networkidle')
    expect(hosts.size).toBe(1)
  })
})
