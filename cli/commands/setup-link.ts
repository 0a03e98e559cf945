import { makeSetupLink, setupLinkMinutes } from '#server/accounts/sign-up/make-setup-link.ts'
import { canLogInOnPhone, terminalCode } from '#server/common/terminal-code.ts'
import { UserError } from '#server/common/user-error.ts'
import { jsonFlag, type Command } from '../command.ts'
import { recordAudit } from '../audited.ts'

export const setupLink: Command = {
  name: 'setup-link',
  args: '',
  purpose: 'Creates the link that makes the first administrator.',
  about:
    `The person who opens it creates the first administrator’s account, with a password and without an email. It works once, within ${setupLinkMinutes} minutes, ` +
    'while there is no administrator. If the email has an account, that account becomes the administrator’s, with the new password only, and a deletion that its owner requested is canceled. API keys and connections of its cards stay: ' +
    'sessions end EMAIL --keys --connections ends them. ' +
    'Only the hash of its code is stored, so it cannot be shown again.',
  changes: 'One setup link, which replaces the previous one, and an entry in the audit log.',
  flags: jsonFlag,
  examples: ['setup-link'],
  async run({ has }, context) {
    const { database } = await context.open()
    const { clock, settings } = context
    const expiresAt = new Date(clock.now().getTime() + setupLinkMinutes * 60_000).toISOString()
    const address = await makeSetupLink({ db: database.db, clock, settings })
    if (!address) throw new UserError('This installation already has an administrator. admin EMAIL adds another.')
    await recordAudit(context, { act: 'setup-link' })
    const { print, printNote, hasColoredNotes } = context.terminal
    if (has('json')) return print(JSON.stringify({ address, expiresAt }))
    print(address)
    printNote(`Works once, until ${expiresAt} (${setupLinkMinutes} minutes).`)
    if (hasColoredNotes && canLogInOnPhone(address)) printNote(`\n${terminalCode(address, process.stderr)}`)
  },
}
