import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { fuzz } from '../../lab/fuzz/run.ts'
import { checkPages } from '../../lab/fuzz/check-pages.ts'
import { aTarget } from '../../lab/fuzz/target.ts'
import { printReport } from '../../lab/fuzz/print-report.ts'
import { aDatabase } from '../harness/database.ts'

const seed = 20_261_122

test('the server survives malformed pages, data and forms; none runs', { timeout: 400_000 }, async () => {
  await using database = await aDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
  try {
    await using target = await aTarget({ databaseUrl: database.url, dataDir, pages: true })
    const report = await fuzz(target, { requests: 900, seed, pagesInHundred: 70 })
    expect(report.failures, printReport(report)).toEqual([])
    const thrown = ['page', 'data', 'form'].map((name) => report.callStats.get(name)?.all ?? 0)
    for (const times of thrown) expect(times, 'pages, data and forms').toBeGreaterThan(30)

    await using browser = await chromium.connect(inject('browsers').shell)
    const { found, withPayload } = await checkPages(browser, target, report.world)
    expect(found).toEqual([])
    expect(withPayload, 'pages that show a word that would run').toBeGreaterThan(10)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
