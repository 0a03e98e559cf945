import { listReportsWithCards } from '#server/abuse/manage-reports.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { closeReportAs } from '#server/admin/reports-and-hosts.ts'
import { type Command, jsonFlag, UsageError } from '../../command.ts'

const pageSize = 100

export const reportsList: Command = {
  name: 'reports list',
  args: '',
  purpose: 'Lists reports about cards.',
  about: `Open reports and owners’ appeals, oldest first, ${pageSize} at a time. Who reported is not stored.`,
  changes: 'Nothing.',
  flags: {
    closed: { meaning: 'Lists closed reports, newest first.' },
    from: { value: 'ID', meaning: 'Continues after this report.' },
    ...jsonFlag,
  },
  examples: ['reports list', 'reports list --closed --json'],
  async run({ has, text }, context) {
    const { database } = await context.open()
    const search = { isClosed: has('closed'), from: text('from') ?? undefined, limit: pageSize }
    const { reports: found } = await listReportsWithCards(database.db, search)
    const { print, printNote } = context.terminal
    if (has('json')) return print(JSON.stringify(found, null, 2))
    if (found.length === 0)
      return printNote(has('closed') ? 'No reports were closed in the last six months.' : 'There are no open reports.')
    for (const { id, at, alias, kind, words, linkCode, isOwner, more } of found) {
      print(
        `${at.slice(0, 16).replace('T', ' ')}  /${alias}  ${kind}${isOwner ? ', by its owner' : ''}${linkCode ? `, link ${linkCode}` : ''}`,
      )
      // Untrusted text: control characters must not reach the terminal.
      if (words) print(`  ${words.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`)
      if (more > 0) print(`  and ${more} more of this kind, counted but not stored`)
      print(`  reports close ${id}`)
    }
  },
}

export const reportsClose: Command = {
  name: 'reports close',
  args: 'ID',
  purpose: 'Closes a report.',
  about: 'Act on it first: cards disable or take-down. A closed report is deleted after six months.',
  changes: 'The report’s status.',
  flags: {},
  examples: ['reports close 0190b3c2-7d1e-7000-8000-000000000000'],
  async run({ positionals: [id = ''] }, context) {
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw new UsageError('ID is the id of a report. To list them: reports list')
    const { database, changes } = await context.open()
    await closeReportAs({ db: database.db, changes, clock: context.clock }, commandLine, id)
    context.terminal.print('Closed.')
  },
}
