import { requestLanguage } from '#common/request-language.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import { listInbox, type InboxDeps } from './list-inbox.ts'

export function inboxRoutes(deps: InboxDeps) {
  return {
    'inbox.list': ({ caller, query, request }) => listInbox(deps, caller, query.alias, requestLanguage(request)),
  } satisfies Partial<Handlers>
}
