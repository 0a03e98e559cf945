import { listAuditEntries } from '#server/audit/audit-store.ts'
import type { AuditEntry } from '#server/audit/tables.ts'
import { type Command, jsonFlag, UsageError } from '../command.ts'
import { tableLines } from '../terminal/table.ts'

const pageSize = 100

export const audit: Command = {
  name: 'audit',
  args: '[WORD]',
  purpose: 'Shows the audit log: what administrators did.',
  about:
    `Actions in the admin area and on the command line, newest first, ${pageSize} at a time. WORD is a whole alias, an administrator’s email or an action such as card.disable. ` +
    'Each entry is written in the same transaction as its change, and no command changes or removes one.',
  changes: 'Nothing.',
  flags: { before: { value: 'ID', meaning: 'Continues before this entry; --json shows the ids.' }, ...jsonFlag },
  examples: ['audit', 'audit maren', 'audit card.disable --json'],
  async run({ positionals: [search = ''], text, has }, context) {
    const before = text('before') ?? undefined
    if (before !== undefined && !/^[0-9a-f-]{36}$/i.test(before))
      throw new UsageError('--before takes the id of an entry. To see ids: audit --json')
    const { database } = await context.open()
    const acts = await listAuditEntries(database.db, { search, before, limit: pageSize })
    const { print, printNote, columns } = context.terminal
    if (has('json')) return print(JSON.stringify(acts, null, 2))
    if (acts.length === 0) return printNote(search ? 'There is no entry for that.' : 'The audit log is empty.')
    const rows = acts.map((act) => [act.at.toISOString().slice(0, 19).replace('T', ' '), act.actor, act.act, act.alias, detailOf(act)])
    tableLines(['WHEN (UTC)', 'WHO', 'ACTION', 'ALIAS', 'DETAILS'], rows, columns).forEach((line) => print(line))
    if (acts.length === pageSize) printNote(`There may be more: audit --before ${acts.at(-1)?.id}`)
  },
}

const detailOf = ({ detail }: AuditEntry) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') || 'none' : value}`)
    .join('; ')
