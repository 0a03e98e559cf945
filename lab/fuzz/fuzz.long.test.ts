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
 * An authenticator signs the first two; tests/harness/an-authenticator.ts has one. There is an administrator, so no setup link;
 * server/accounts/sign-up/set-up.test.ts, server/backup/setup-restore.test.ts and tests/http/provider-sign-up.test.ts have one. removeCard would delete the card that the others need;
 * server/admin/routes.test.ts deletes one. No CRM is connected; server/connections/crm.test.ts connects two. No webhook has failed, no address is refused, and there is no BACKUP_TO;
 * server/admin/operations.test.ts and server/accounts/rejections/rejections.test.ts have them.
 */
const neverHere = [
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
    expect(neverSucceeded(report.callStats).toSorted()).toEqual(neverHere)
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
