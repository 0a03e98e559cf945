import { endAllSessions } from '#server/accounts/sessions/end-session.ts'
import { revokeAllKeys } from '#server/access-keys/manage-keys.ts'
import { describeAccount } from '#server/accounts/read-account.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import type { AuditedAction } from '#server/audit/write-audit-entry.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { UserError } from '#server/user-error.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command.ts'
import { auditSubjectOf, openAudited } from '../audited.ts'

export const sessionsEnd: Command = {
  name: 'sessions end',
  args: 'EMAIL|ALIAS',
  purpose: 'Logs an account out everywhere.',
  about:
    'With an alias, it logs out all owners of that card. They can log in again as before, and so can anyone who knows their password or reads their email. This is enough for a lost phone; if a password leaked, change it too. API keys outlive sessions: --keys also revokes those of the account’s cards, or of the card named.',
  changes: 'Every session of the account ends with its next request, on every server. With --keys, so does every API key.',
  flags: { keys: { meaning: 'Also revokes every API key of the account’s cards.' } },
  examples: ['sessions end maren@example.com', 'sessions end maren', 'sessions end maren@example.com --keys'],
  async run({ positionals: [target = ''], has }, context) {
    const { emails, subjectIds, done } = target.includes('@') ? await findByEmail(context, target) : await findByCard(context, target)
    const { changes } = await openAudited(context, { act: 'sessions.end', ...done })
    const { ended, revoked } = await changes.write(async (tx) => ({
      ended: await endAllSessions(tx, emails),
      revoked: has('keys') ? await revokeAllKeys(tx, subjectIds) : null,
    }))
    context.terminal.print(ended === 0 ? 'There were no sessions.' : `Sessions ended: ${ended}.`)
    if (revoked !== null) context.terminal.print(revoked === 0 ? 'There were no API keys.' : `API keys revoked: ${revoked}.`)
  },
}

type Target = { emails: string[]; subjectIds: string[]; done: Omit<AuditedAction, 'act'> }

async function findByEmail(context: CommandContext, typed: string): Promise<Target> {
  const { database } = await context.open()
  const email = typed.trim().toLowerCase()
  const done = await auditSubjectOf(database.db, email)
  if (!done) throw new UserError(`There is no account with the email ${typed}. cards show ALIAS shows a card’s owners.`)
  const account = await describeAccount(database.db, email)
  return { emails: [email], subjectIds: account?.subjectIds ?? [], done }
}

async function findByCard(context: CommandContext, alias: string): Promise<Target> {
  const { database } = await context.open()
  const { subject } = await readCard({ ...context, db: database.db }, alias)
  const owners = await listOwners(database.db, subject.id)
  if (owners.length === 0) throw new UserError(`${subject.alias} has no owner yet.`)
  return { emails: owners.map(({ email }) => email), subjectIds: [subject.id], done: { subjectId: subject.id, alias: subject.alias } }
}
