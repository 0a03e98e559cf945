import { renewPasskeySecret } from '#server/accounts/passkeys/passkey-challenge.ts'
import { renewCaptchaSecrets } from '#server/integrations/captcha/read-captcha-secrets.ts'
import type { Command } from '../command.ts'
import { recorded } from '../recorded.ts'

export const keysRenew: Command = {
  name: 'keys renew',
  words: '',
  purpose: 'Makes new keys for what the installation signs.',
  about:
    'The keys that puzzles, forms and passkeys’ challenges are signed with. Those before them are believed as long as what they signed is of use, so that nobody notices. ' +
    'Sessions have no such key; the key pair of notices stays, because another one silences every device.',
  changes: 'New keys are used at once, by every server.',
  flags: {},
  examples: ['keys renew'],
  async run(_, house) {
    const { changes } = await recorded(house, { act: 'keys.renew' })
    await changes.write(async (db) => {
      await renewCaptchaSecrets(db, house.clock)
      await renewPasskeySecret({ db, clock: house.clock })
    })
    house.terminal.say('New keys are in use. What was signed with the ones before is believed for a while.')
  },
}
