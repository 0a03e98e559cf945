import { setAdmin } from '#server/accounts/set-admin.ts'
import { UserError } from '#server/common/user-error.ts'
import type { Command } from '../command.ts'
import { openAudited } from '../audited.ts'

export const admin: Command = {
  name: 'admin',
  args: 'EMAIL',
  purpose: 'Makes an account an administrator.',
  about:
    'Administrators open /admin: they find, import and take down cards, change plans, read jobs, emails and the audit log, and publish stories, the guided tour and versions. Others cannot see that the area exists. An administrator cannot log in as someone else or edit the text of someone’s card.',
  changes: 'What the account may do, from its next request on. A new administrator logs in again first.',
  flags: { remove: { meaning: 'Removes the account from the administrators.' } },
  examples: ['admin maren@example.com', 'admin maren@example.com --remove'],
  async run({ positionals: [email = ''], has }, context) {
    const isAdmin = !has('remove')
    const account = email.trim().toLowerCase()
    const { changes } = await openAudited(context, {
      act: isAdmin ? 'admin.grant' : 'admin.revoke',
      detail: { admin: account },
    })
    await changes.write(async (tx) => {
      if (!(await setAdmin(tx, account, isAdmin)))
        throw new UserError(`There is no account with the email ${email}. cards show ALIAS shows a card’s owners.`)
    })
    const { print, printNote } = context.terminal
    print(isAdmin ? `${email} is an administrator after the next login.` : `${email} is no longer an administrator.`)
    if (isAdmin) printNote(`Admin area: ${context.settings.publicUrl}/admin`)
  },
}
