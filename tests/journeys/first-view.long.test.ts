import { beforeAll, describe, expect, test } from 'vitest'
import { KB, openAndTouch, sum, type FirstView } from './first-view-steps.ts'
import { layoutDemos } from '../samples/layout-demos.ts'

describe.each(layoutDemos)('the first view of %s', (alias) => {
  let view: FirstView
  beforeAll(async () => {
    view = await openAndTouch(alias)
  })

  // Salon and Ledger also use the serif for names and numbers.
  test('needs at most 35 KB of fonts, and 50 KB with names in the serif', () => {
    const { fonts } = view
    expect(fonts.length).toBeGreaterThan(0)
    console.info(`fonts of ${alias}: ${fonts.map(({ name }) => name.split('/').at(-1)).join(', ')}: ${(sum(fonts) / KB).toFixed(1)} KB`)
    expect(sum(fonts)).toBeLessThanOrEqual((['julian', 'eleanor'].includes(alias) ? 50 : 35) * KB)
  })

  test('needs at most 8 KB of script before a touch, and at most 110 KB to hydrate', () => {
    const { viewed, touched } = view
    expect(viewed.length).toBeGreaterThan(0)
    expect(sum(viewed)).toBeLessThanOrEqual(8 * KB)
    expect(touched.length).toBeGreaterThan(viewed.length)
    expect(sum(touched)).toBeLessThanOrEqual(110 * KB)
    console.info(`script of ${alias}: ${(sum(viewed) / KB).toFixed(1)} KB viewed, ${(sum(touched) / KB).toFixed(1)} KB touched`)
  })

  test('is on screen before any script is requested', () => {
    expect(view.beforeIdle.length).toBeGreaterThan(0)
    expect(view.beforeIdle.filter((name) => name.endsWith('.js'))).toEqual([])
  })

  test('contacts no third party', () => {
    expect(view.hosts.size).toBe(1)
  })
})
