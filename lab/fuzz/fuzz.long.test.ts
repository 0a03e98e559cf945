import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { fuzz } from './run.ts'
import { aTarget, type Target } from './target.ts'
import { readCases, replayCase } from './replay-case.ts'
import { growthOf } from './memory.ts'
import { neverSucceeded, printReport } from './print-report.ts'
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

const seeds = [20_261_122, 20_261_123]

/**
 * Calls that never succeed here. They do in other tests:
 * - addPasskey and passkeySignIn need an authenticator: tests/harness/an-authenticator.ts.
 * - newSetupPasskey, setUp, startSetup and restore.* need a setup link, which ends with the first administrator:
 *   server/accounts/sign-up/set-up.test.ts, server/backup/setup-restore.test.ts, tests/http/provider-sign-up.test.ts.
 * - removeCard would delete the card that the other calls need: server/admin/routes.test.ts.
 * - replaceKey needs a CRM: server/connections/crm.test.ts.
 * - The others need a failed webhook, a refused address or BACKUP_TO: server/admin/operations.test.ts,
 *   server/accounts/rejections/rejections.test.ts.
 */
const alwaysRefused = [
  'accounts.addPasskey',
  'accounts.newSetupPasskey',
  'accounts.passkeySignIn',
  'accounts.setUp',
  'accounts.startSetup',
  'admin.backUp',
  'admin.clearRefusedMail',
  'admin.rehearseBackup',
  'admin.removeCard',
  'admin.retryWebhook',
  'connections.replaceKey',
  'restore.addPart',
  'restore.begin',
  'restore.cancel',
  'restore.check',
  'restore.read',
  'restore.run',
]

describe('API-ERR random requests', () => {
  test.each(seeds)('get contract responses in time; no error is logged (npm run fuzz -- --seed %i)', { timeout: 300_000 }, async (seed) => {
    const report = await fuzz(target, { requests: 700, seed, pagesInHundred: 0 })
    expect(report.failures, printReport(report)).toEqual([])
    expect(report.statuses.get(200) ?? 0, 'too few succeed').toBeGreaterThan(70)
    expect(growthOf(report.memory)).toEqual([])
    expect(neverSucceeded(report.callStats).toSorted()).toEqual(alwaysRefused)
  })
})

describe('fixed failures stay fixed', () => {
  let world: World
  beforeAll(async () => {
    world = await aWorld(target)
  })

  test.each(readCases())('$why', async (one) => {
    expect(await replayCase(target, world, one)).toBeNull()
  })
})
