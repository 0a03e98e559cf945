import type { Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { removeConnection, replaceKey, replaceSecret, resendDeliveries, updateConnection } from './change-connection.ts'
import { createConnection } from './create-connection.ts'
import { listConnections, listFailing, listOfContact, readBody, readConnection, type OwnDeps } from './list-connections.ts'
import type { SendDeps } from './send-delivery.ts'
import { sendTest } from './send-test.ts'

const done = { success: 1, message: '' } as const

export function connectionRoutes(deps: OwnDeps & SendDeps & { jobs: Jobs }) {
  return {
    'connections.list': ({ caller, query }) => listConnections(deps, caller, query.alias),
    'connections.failing': ({ caller, query }) => listFailing(deps, caller, query.alias),
    'connections.read': ({ caller, params, query }) => readConnection(deps, caller, params, query),
    'connections.create': ({ caller, input }) => createConnection(deps, caller, input),
    async 'connections.update'({ caller, input }) {
      await updateConnection(deps, caller, input)
      return done
    },
    async 'connections.remove'({ caller, input }) {
      await removeConnection(deps, caller, input)
      return done
    },
    'connections.replaceSecret': async ({ caller, input }) => ({ secret: await replaceSecret(deps, caller, input) }),
    async 'connections.replaceKey'({ caller, input }) {
      await replaceKey(deps, caller, input)
      return done
    },
    'connections.test': ({ caller, input }) => sendTest(deps, caller, input),
    'connections.resend': async ({ caller, input }) => ({ ...done, count: await resendDeliveries(deps, caller, input) }),
    'connections.event': async ({ caller, params }) => ({ body: await readBody(deps, caller, params) }),
    'connections.ofContact': ({ caller, params }) => listOfContact(deps, caller, params),
  } satisfies Partial<Handlers>
}
