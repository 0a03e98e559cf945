import { requestLanguage } from '#common/request-language.ts'
import type { Handlers } from '#server/http/calls/mount.ts'
import type { WebPush } from '#server/integrations/web-push.ts'
import { keepSubscription, readSubscription } from './keep-subscription.ts'
import type { PushNeeds } from './send-push.ts'
import { sendTest } from './send-test.ts'

export function pushRoutes(needs: PushNeeds & { webPush: WebPush }) {
  return {
    async 'push.subscribe'({ input, caller }) {
      await keepSubscription(needs, caller, input)
      return { success: 1, message: '' }
    },

    async 'push.subscription'({ input, caller }) {
      return { success: 1, message: '', subscription: await readSubscription(needs, caller, input) }
    },

    'push.key': async () => ({ publicKey: await needs.webPush.publicKey() }),

    async 'push.test'({ input, caller, request }) {
      await sendTest(needs, caller, input, requestLanguage(request))
      return { success: 1, message: '' }
    },
  } satisfies Partial<Handlers>
}
