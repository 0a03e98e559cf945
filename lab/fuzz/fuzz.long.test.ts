import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { fuzz } from './run.ts'
import { aTarget, type Target } from './target.ts'
import { readCases, throwCase } from './throw-case.ts'
import { growthOf } from './memory.ts'
import { neverWell, tellReport } from './tell-report.ts'
import { aWorld, type World } from './world.ts'

let database: TestDatabase
let target: Target
let dataDir: string
beforeAll(async () => {
  database = await aDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'carte-fuzz-'))
  target = await aTarget({ databaseUrl: database.url, dataDir, pages: false })
})
afterAll(async () => {
  await target[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const seeds = [20_261_122, Math.floor(Math.random() * 2 ** 31)]

/**
 * An authenticator signs the first two; tests/journeys/sign-up.test.ts has one. The last would take the card that the others need;
 * server/admin/routes.test.ts deletes one.
 */
const neverHere = ['accounts.addPasskey', 'accounts.passkeySignIn', 'operator.removeCard']
const leftOutWith = (seed: number) => (seed === seeds[0] ? neverHere : (expect.arrayContaining(neverHere) as string[]))

describe('API-ERR whatever is thrown at it', () => {
  test.each(seeds)(
    'is answered in words of the contract, soon, and nothing unexpected is logged (npm run fuzz -- --requests 700 --seed %i)',
    { timeout: 300_000 },
    async (seed) => {
      const report = await fuzz(target, { requests: 700, seed, pagesInHundred: 0 })
      expect(report.failures, tellReport(report)).toEqual([])
      expect(report.statuses.get(200) ?? 0, 'too few of them arrive').toBeGreaterThan(70)
      expect(growthOf(report.memory)).toEqual([])
      // Chance leaves out one or another now and then.
      expect(neverWell(report.reached).toSorted()).toEqual(leftOutWith(seed))
    },
  )
})

describe('what once was a fault stays mended', () => {
  let world: World
  beforeAll(async () => {
    world = await aWorld(target)
  })

  test.each(readCases())('$why', async (one) => {
    expect(await throwCase(target, world, one)).toBeNull()
  })
})
