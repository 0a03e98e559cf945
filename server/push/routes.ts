import { requestLanguage } from '#common/request-language.ts'
import { done, type Handlers } from '#server/http/calls/mount.ts'
import type { WebPush } from '#server/integrations/web-push.ts'
import { saveSubscription, readSubscription } from './subscription.ts'
import type { PushDeps } from './send-push.ts'
import { sendTest } from './send-test.ts'

export function pushRoutes(deps: PushDeps & { webPush: WebPush }) {
  return {
    async 'push.subscribe'({ input, caller }) {
      await saveSubscription(deps, caller, input)
    },

    'push.subscription': async ({ input, caller }) => ({ ...done, subscription: await readSubscription(deps, caller, input) }),

    'push.key': async () => ({ publicKey: await deps.webPush.publicKey() }),

    async 'push.test'({ input, caller, request }) {
      await sendTest(deps, caller, input, requestLanguage(request))
    },
  } satisfies Partial<Handlers>
}
