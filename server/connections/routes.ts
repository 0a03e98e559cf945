import { done, type Handlers } from '#server/http/calls/mount.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { removeConnection, replaceKey, replaceSecret, resendDeliveries, updateConnection } from './change-connection.ts'
import { createConnection } from './create-connection.ts'
import { listConnections, listFailing, listOfContact, readBody, readConnection, type OwnDeps } from './list-connections.ts'
import type { SendDeps } from './send-delivery.ts'
import { sendTest } from './send-test.ts'

export function connectionRoutes(deps: OwnDeps & SendDeps & { jobs: Jobs }) {
  return {
    'connections.list': ({ caller, query }) => listConnections(deps, caller, query.alias),
    'connections.failing': ({ caller, query }) => listFailing(deps, caller, query.alias),
    'connections.read': ({ caller, params, query }) => readConnection(deps, caller, params, query),
    'connections.create': ({ caller, input }) => createConnection(deps, caller, input),
    'connections.update': ({ caller, input }) => updateConnection(deps, caller, input),
    'connections.remove': ({ caller, input }) => removeConnection(deps, caller, input),
    'connections.replaceSecret': async ({ caller, input }) => ({ secret: await replaceSecret(deps, caller, input) }),
    'connections.replaceKey': ({ caller, input }) => replaceKey(deps, caller, input),
    'connections.test': ({ caller, input }) => sendTest(deps, caller, input),
    'connections.resend': async ({ caller, input }) => ({ ...done, count: await resendDeliveries(deps, caller, input) }),
    'connections.event': async ({ caller, params }) => ({ body: await readBody(deps, caller, params) }),
    'connections.ofContact': ({ caller, params }) => listOfContact(deps, caller, params),
  } satisfies Partial<Handlers>
}
