import { fileHeaders } from '#server/http/calls/as-file.ts'
import type { Caller, Handlers } from '#server/http/calls/mount.ts'
import { problem } from '#server/http/problems/problem.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readProductVersion } from '#server/product-version.ts'
import type { Settings } from '#server/settings.ts'
import { exportArchive } from './export-archive.ts'
import { keepAccount } from './keep-account.ts'
import { leaveAccount } from './leave-account.ts'
import { readPrivacy, type Mine } from './read-privacy.ts'

type Needs = {
  db: Db
  clock: Clock
  log: Log
  changes: Changes
  jobs: Jobs
  storage: Storage
  settings: Pick<Settings, 'productName' | 'productSlug' | 'publicUrl' | 'visitEventMonths'>
}

const done = { success: 1, message: '' } as const

export function privacyRoutes(needs: Needs) {
  const { clock, settings } = needs
  const productVersion = readProductVersion()
  return {
    'privacy.read': ({ caller }) => readPrivacy(needs, mine(caller)),
    async 'privacy.archive'({ caller }) {
      const stream = await exportArchive({ ...needs, productVersion }, mine(caller))
      const name = `${settings.productSlug}-${clock.now().toISOString().slice(0, 10)}`
      return new Response(stream, { headers: fileHeaders('application/gzip', name, 'tar.gz') })
    },
    async 'privacy.leave'({ caller, input }) {
      return { ...done, goesAt: (await leaveAccount(needs, mine(caller), input.confirm)).toISOString() }
    },
    async 'privacy.keep'({ caller, input }) {
      await keepAccount(needs, caller, input.token)
      return done
    },
  } satisfies Partial<Handlers>
}

function mine(caller: Caller): Mine {
  if (caller.kind === 'visitor') throw problem('not-signed-in')
  return caller
}
