import { requireOwner } from '#server/accounts/sessions/require-owner.ts'
import { fileHeaders } from '#server/http/calls/as-file.ts'
import { done, type Handlers } from '#server/http/calls/mount.ts'
import type { Changes } from '#server/database/changes/changes.ts'
import type { Db } from '#server/database/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Clock } from '#server/integrations/clock.ts'
import type { Log } from '#server/integrations/log.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readProductVersion } from '#server/common/product-version.ts'
import type { Settings } from '#server/settings.ts'
import { exportArchive } from './export-archive.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { requestDeletion } from './request-deletion.ts'
import { readPrivacy } from './read-privacy.ts'

type Deps = {
  db: Db
  clock: Clock
  log: Log
  changes: Changes
  jobs: Jobs
  storage: Storage
  settings: Pick<Settings, 'plans' | 'productName' | 'productSlug' | 'publicUrl' | 'visitEventMonths' | 'smtpUrl'>
}

export function privacyRoutes(deps: Deps) {
  const { clock, settings } = deps
  const productVersion = readProductVersion()
  return {
    'privacy.read': ({ caller }) => readPrivacy(deps, requireOwner(caller)),
    async 'privacy.archive'({ caller }) {
      const stream = await exportArchive({ ...deps, productVersion }, requireOwner(caller))
      const name = `${settings.productSlug}-${clock.now().toISOString().slice(0, 10)}`
      return new Response(stream, { headers: fileHeaders('application/gzip', name, 'tar.gz') })
    },
    async 'privacy.requestDeletion'({ caller, input }) {
      return { ...done, deletesAt: (await requestDeletion(deps, requireOwner(caller), input.confirm)).toISOString() }
    },
    'privacy.cancelDeletion': ({ caller, input }) => cancelDeletion(deps, caller, input.token),
  } satisfies Partial<Handlers>
}
