import { auditSubjectOf } from '#server/admin/audit-subject-of.ts'
import { linkLifeMinutes, makeSignInLink } from '#server/accounts/mailed-links/make-link.ts'
import { UserError } from '#server/common/user-error.ts'
import { jsonFlag, type Command } from '../command.ts'
import { recordAudit } from '../audited.ts'

export const loginLink: Command = {
  name: 'login-link',
  args: 'EMAIL',
  purpose: 'Creates a one-time login link for an account.',
  about:
    `The link logs in once, within ${linkLifeMinutes} minutes, and anyone who has it can use it: share it through a channel you trust. ` +
    'Only its hash is stored, so it cannot be shown again. A new link replaces the previous one.',
  changes: 'One login link, and an entry in the audit log.',
  flags: jsonFlag,
  examples: ['login-link maren@example.com'],
  async run({ positionals: [email = ''], has }, context) {
    const { database } = await context.open()
    const link = await makeSignInLink({ db: database.db, clock: context.clock }, email, { isMadeByAdmin: true })
    if (!link)
      throw new UserError(
        `There is no account with the email ${email}. cards show ALIAS shows a card’s owners; cards create --owner EMAIL creates an account.`,
      )

    await recordAudit(context, { act: 'login-link', ...(await auditSubjectOf(database.db, email)) })
    const { publicUrl } = context.settings
    const address = `${publicUrl}/account/link?token=${link.token}`
    const { print, printNote } = context.terminal
    if (has('json')) return print(JSON.stringify({ address, expiresAt: link.expiresAt.toISOString() }))
    print(address)
    printNote(`Works once, until ${link.expiresAt.toISOString()} (${linkLifeMinutes} minutes).`)
    printNote('It logs in without a password.')
  },
}
