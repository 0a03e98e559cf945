import { listAbuse } from '#server/abuse/track-reports.ts'
import { commandLine } from '#server/audit/write-act.ts'
import { closeReportAs } from '#server/admin/keep-reports.ts'
import { type Command, jsonFlag, UsageError } from '../../command.ts'

const atOnce = 100

export const reportsList: Command = {
  name: 'reports list',
  words: '',
  purpose: 'Lists what people reported of cards.',
  about: `Open ones, those that wait longest first, ${atOnce} at a time; also what owners object to. Nothing is kept of who reported.`,
  changes: 'Nothing.',
  flags: {
    closed: { meaning: 'Those that were closed, the newest first.' },
    from: { value: 'ID', meaning: 'Goes on behind this one.' },
    ...jsonFlag,
  },
  examples: ['reports list', 'reports list --closed --json'],
  async run({ has, text }, house) {
    const { database } = await house.open()
    const found = await listAbuse(database.db, { isClosed: has('closed'), from: text('from') ?? undefined, limit: atOnce })
    const { say, note } = house.terminal
    if (has('json')) return say(JSON.stringify(found, null, 2))
    if (found.length === 0) return note(has('closed') ? 'None was closed in the last half year.' : 'None is open.')
    for (const { id, at, alias, kind, words, linkCode, isOwner, more } of found) {
      say(
        `${at.slice(0, 16).replace('T', ' ')}  /${alias}  ${kind}${isOwner ? ', by its owner' : ''}${linkCode ? `, link ${linkCode}` : ''}`,
      )
      // Somebody else's words: no letter of them moves the cursor.
      if (words) say(`  ${words.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`)
      if (more > 0) say(`  and ${more} more of this kind, which were counted and not kept`)
      say(`  reports close ${id}`)
    }
  },
}

export const reportsClose: Command = {
  name: 'reports close',
  words: 'ID',
  purpose: 'Closes a report.',
  about: 'Do first what it asks for: cards disable, or take-down. A closed report is forgotten after half a year.',
  changes: 'The report’s state.',
  flags: {},
  examples: ['reports close 0190b3c2-7d1e-7000-8000-000000000000'],
  async run({ words: [id = ''] }, house) {
    if (!/^[0-9a-f-]{36}$/i.test(id)) throw new UsageError('ID is the id of a report: reports list')
    const { database, changes } = await house.open()
    await closeReportAs({ db: database.db, changes, clock: house.clock }, commandLine, id)
    house.terminal.say('Closed.')
  },
}
