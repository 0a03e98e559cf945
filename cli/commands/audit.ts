import { listActs } from '#server/audit/act-store.ts'
import type { OperatorActRow } from '#server/audit/tables.ts'
import { type Command, jsonFlag, UsageError } from '../command.ts'
import { tableLines } from '../terminal/table.ts'

const atOnce = 100

export const audit: Command = {
  name: 'audit',
  words: '[WORD]',
  purpose: 'Lists what operators did.',
  about:
    `By page and by command line, the newest first, ${atOnce} at a time. WORD is a whole alias, an operator’s e-mail or an act, such as card.disable. ` +
    'A line is written with what it tells of, in one step, and nothing here changes or removes one.',
  changes: 'Nothing.',
  flags: { before: { value: 'ID', meaning: 'Goes on behind this line; --json shows the ids.' }, ...jsonFlag },
  examples: ['audit', 'audit maren', 'audit card.disable --json'],
  async run({ words: [search = ''], text, has }, house) {
    const before = text('before') ?? undefined
    if (before !== undefined && !/^[0-9a-f-]{36}$/i.test(before)) throw new UsageError('--before takes the id of a line: audit --json')
    const { database } = await house.open()
    const acts = await listActs(database.db, { search, before, limit: atOnce })
    const { say, note, columns } = house.terminal
    if (has('json')) return say(JSON.stringify(acts, null, 2))
    if (acts.length === 0) return note(search ? 'Nothing of that was done.' : 'Nothing was done yet.')
    const rows = acts.map((act) => [act.at.toISOString().slice(0, 19).replace('T', ' '), act.actor, act.act, act.alias, wordsOf(act)])
    tableLines(['WHEN (UTC)', 'WHO', 'ACT', 'ALIAS', 'MORE'], rows, columns).forEach((line) => say(line))
    if (acts.length === atOnce) note(`There may be more: audit --before ${acts.at(-1)?.id}`)
  },
}

const wordsOf = ({ detail }: OperatorActRow) =>
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') || 'none' : value}`)
    .join('; ')
