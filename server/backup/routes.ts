import type { Handlers } from '#server/http/calls/mount.ts'
import type { SetupRestore } from './setup-restore.ts'

export function backupRoutes(restore: SetupRestore) {
  return {
    'restore.begin': ({ input }) => restore.begin(input),
    'restore.addPart': ({ request, query, input }) =>
      // Not in the address, which proxies log.
      restore.addPart({ ...query, setupCode: request.headers.get('x-setup-code') ?? '', body: input }),
    'restore.check': ({ input }) => restore.check(input),
    'restore.run': ({ input }) => restore.run(input),
    'restore.read': ({ input }) => restore.read(input),
    'restore.cancel': ({ input }) => restore.cancel(input),
  } satisfies Partial<Handlers>
}
