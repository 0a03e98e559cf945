import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createApp, type App } from '#server/app.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../harness/database.ts'
import { patientWaits } from '../harness/patient-waits.ts'
import { startSite, type Site } from '../harness/site.ts'
import { followUpBossStandIn, type FollowUpBossStandIn } from '../stand-ins/follow-up-boss.ts'

/** A product whose Follow Up Boss is a stand-in, for the tests of a file. */
export function aSiteWithCrm() {
  const crm = {} as { app: App; site: Site; fub: FollowUpBossStandIn }
  const ends = new AsyncDisposableStack()
  beforeAll(async () => {
    const database = ends.use(await aDatabase())
    const dataDir = await mkdtemp(join(tmpdir(), 'carte-crm-'))
    ends.defer(() => rm(dataDir, { recursive: true, force: true }))
    crm.fub = ends.use(await followUpBossStandIn())
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      FOLLOW_UP_BOSS_URL: crm.fub.url,
    }
    crm.app = ends.use(await createApp(readSettings(environment), { works: false, log: silentLog, pages: false, waits: patientWaits }))
    crm.site = ends.use(await startSite({ environment }))
  })
  afterAll(() => ends.disposeAsync())
  return crm
}
