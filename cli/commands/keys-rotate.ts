import { renewPasskeySecret } from '#server/accounts/passkeys/passkey-challenge.ts'
import { renewCaptchaSecrets } from '#server/integrations/captcha/read-captcha-secrets.ts'
import type { Command } from '../command.ts'
import { openAudited } from '../audited.ts'

export const keysRotate: Command = {
  name: 'keys rotate',
  args: '',
  purpose: 'Rotates the signing keys of this installation.',
  about:
    'These keys sign captcha puzzles, forms and passkey challenges. The previous keys stay valid until everything they signed has expired, so no visitor is interrupted. ' +
    'Sessions are not signed. The key pair of push notifications stays, because a new one would unsubscribe every device.',
  changes: 'The signing keys. Immediately, on every server.',
  flags: {},
  examples: ['keys rotate'],
  async run(_, context) {
    const { changes } = await openAudited(context, { act: 'keys.renew' })
    await changes.write(async (db) => {
      await renewCaptchaSecrets(db, context.clock)
      await renewPasskeySecret({ db, clock: context.clock })
    })
    context.terminal.print('New keys are in use. The previous keys stay valid until what they signed expires.')
  },
}
