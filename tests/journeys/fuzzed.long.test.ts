import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { fuzz } from '../../lab/fuzz/run.ts'
import { look } from '../../lab/fuzz/look.ts'
import { aTarget } from '../../lab/fuzz/target.ts'
import { tellReport } from '../../lab/fuzz/tell-report.ts'
import { aDatabase } from '../harness/database.ts'

const seed = Math.floor(Math.random() * 2 ** 31)

test(
  `pages, their data and forms bear whatever is sent to them, and no browser runs what stayed behind (seed ${seed})`,
  { timeout: 400_000 },
  async () => {
    await using database = await aDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
    try {
      await using target = await aTarget({ databaseUrl: database.url, dataDir, pages: true })
      const report = await fuzz(target, { requests: 900, seed, pagesInHundred: 70 })
      expect(report.failures, tellReport(report)).toEqual([])
      const thrown = ['page', 'data', 'form'].map((name) => report.reached.get(name)?.all ?? 0)
      for (const times of thrown) expect(times, 'pages, data and forms').toBeGreaterThan(30)

      await using browser = await chromium.connect(inject('browser'))
      const { found, wordy } = await look(browser, target, report.world)
      expect(found).toEqual([])
      expect(wordy, 'pages that show a word that would run').toBeGreaterThan(10)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)
