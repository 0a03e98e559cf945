import { describe, expect, test } from 'vitest'
import { aVisitor, type Visitor } from '../harness/visitor.ts'

const KB = 1024

/** What the browser fetched until the page had come to rest, as it tells it itself. */
async function fetched({ page }: Visitor) {
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

describe.each(['maren', 'julian', 'priya', 'oyelaran'])('the first view of %s', (alias) => {
  test('needs at most 110 KB of fonts', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)

    const { files } = await fetched(visitor)
    const fonts = files.filter(({ name }) => name.endsWith('.woff2'))
    expect(fonts.length).toBeGreaterThan(0)
    expect(fonts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(110 * KB)
  })

  test('needs at most 110 KB of script to come alive', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)

    const { files } = await fetched(visitor)
    const scripts = files.filter(({ name }) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(110 * KB)
  })

  test('is on screen before any script is asked for', async () => {
    await using visitor = await aVisitor()
    await visitor.open(`/${alias}/home`)

    const { paint, files } = await fetched(visitor)
    const early = files.filter(({ name, startTime }) => name.endsWith('.js') && startTime < paint)
    expect(paint).toBeGreaterThan(0)
    expect(early).toEqual([])
  })

  test('asks nobody else for anything', async () => {
    await using visitor = await aVisitor()
    const hosts = new Set<string>()
    visitor.page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visitor.open(`/${alias}/home`)

    await visitor.page.waitForLoadState('networkidle')
    expect(hosts.size).toBe(1)
  })
})
