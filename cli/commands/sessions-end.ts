import { endAllSessions } from '#server/accounts/sessions/end-session.ts'
import { revokeAllKeys } from '#server/access-keys/manage-keys.ts'
import { describeAccount } from '#server/accounts/read-account.ts'
import { listOwners } from '#server/accounts/list-owners.ts'
import { auditSubjectOf } from '#server/admin/audit-subject-of.ts'
import type { AuditedAction } from '#server/audit/write-audit-entry.ts'
import { readCard } from '#server/cards/public/read-card.ts'
import { switchOffConnections } from '#server/connections/change-connection.ts'
import { listConnectionsOn } from '#server/connections/list-connections.ts'
import { UserError } from '#server/common/user-error.ts'
import type { Command } from '../command.ts'
import type { CommandContext } from '../command.ts'
import { openAudited } from '../audited.ts'

export const sessionsEnd: Command = {
  name: 'sessions end',
  args: 'EMAIL|ALIAS',
  purpose: 'Logs an account out everywhere.',
  about:
    'With an alias, it logs out all owners of that card. They can log in again as before, and so can anyone who knows their password or reads their email. This is enough for a lost phone; if a password leaked, change it too. API keys and connections outlive sessions: --keys also revokes the keys of the account’s cards, or of the card named, and --connections switches their connections off. Otherwise the connections that are on are listed.',
  changes:
    'Every session of the account ends with its next request, on every server. With --keys, so does every API key; with --connections, nothing more is sent to other tools until an owner switches a connection on.',
  flags: {
    keys: { meaning: 'Also revokes every API key of the account’s cards.' },
    connections: { meaning: 'Also switches off every connection of the account’s cards.' },
  },
  examples: ['sessions end maren@example.com', 'sessions end maren', 'sessions end maren@example.com --keys --connections'],
  async run({ positionals: [target = ''], has }, context) {
    const { emails, subjectIds, done } = target.includes('@') ? await findByEmail(context, target) : await findByCard(context, target)
    const { changes, database } = await openAudited(context, { act: 'sessions.end', ...done })
    const { ended, revoked, switchedOff } = await changes.write(async (tx) => ({
      ended: await endAllSessions(tx, emails),
      revoked: has('keys') ? await revokeAllKeys(tx, subjectIds) : null,
      switchedOff: has('connections') ? await switchOffConnections(tx, subjectIds, context.clock.now()) : null,
    }))
    const stillOn = await listConnectionsOn(database.db, subjectIds)
    context.terminal.print(ended === 0 ? 'There were no sessions.' : `Sessions ended: ${ended}.`)
    if (revoked !== null) context.terminal.print(revoked === 0 ? 'There were no API keys.' : `API keys revoked: ${revoked}.`)
    if (switchedOff !== null)
      context.terminal.print(switchedOff === 0 ? 'No connection was on.' : `Connections switched off: ${switchedOff}.`)
    if (stillOn.length > 0) context.terminal.print('Connections that are still on (--connections switches them off):')
    for (const { name, url, createdAt } of stillOn)
      context.terminal.print(`  ${name}, to ${new URL(url).host}, added ${createdAt.toISOString().slice(0, 10)}`)
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
