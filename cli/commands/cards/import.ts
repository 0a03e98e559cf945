import { createReadStream, existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { importBytesMax, importEncodings } from '#contract/admin/operator-choices.ts'
import { checkCards, importAll, importGood, type CardFile, type Tally } from '#server/admin/import/import-cards.ts'
import type { RowFault } from '#server/admin/import/read-row.ts'
import { writeCsvLine } from '#server/write-csv.ts'
import { Refusal } from '#server/refusal.ts'
import { codeOf } from '../../code-of.ts'
import { type Command, type Given, jsonFlag, UsageError } from '../../command.ts'
import type { House } from '../../house.ts'
import { record, recorded } from '../../recorded.ts'
import { count } from '../../terminal/amounts.ts'

const told = 20
const faultsMax = 50_000

export const cardsImport: Command = {
  name: 'cards import',
  words: 'FILE',
  purpose: 'Makes cards from a table.',
  about:
    'FILE is CSV, with commas, semicolons or tabs, in UTF-8. Its first line names the columns: alias, which must be there, email (of the owner), plan (FREE, PRO, TRIAL), ' +
    'fields as cards set takes them (firstName, companyName, …) and services by name (Instagram, Linked In, …). The whole file is read against what is here first. ' +
    'Then the lines that are in order go in and the others are told with their line and what is wrong; with --all-or-nothing one broken line keeps all of them out.',
  changes: 'New cards with their plans, services and owners. Nothing with --dry-run.',
  flags: {
    'dry-run': { meaning: 'Reads and reports, and makes nothing.' },
    'skip-broken': { meaning: 'Lines that are in order go in. So it is when nothing is said.' },
    'all-or-nothing': { meaning: 'Every line or none, in one step.' },
    encoding: { value: 'NAME', meaning: `${importEncodings.join(' or ')}.` },
    report: { value: 'FILE', meaning: 'Writes every broken line into a table. A file that exists is not overwritten.' },
    ...jsonFlag,
  },
  examples: [
    'cards import agents.csv --dry-run',
    'cards import agents.csv --report broken.csv',
    'cards import agents.csv --all-or-nothing',
  ],
  async run(given, house) {
    const file = await readFileOf(given)
    const isAll = given.has('all-or-nothing')
    if (isAll && given.has('skip-broken')) throw new UsageError('Either --skip-broken or --all-or-nothing, not both.')
    const isDry = given.has('dry-run')
    const reportPath = given.text('report')
    if (reportPath !== null && existsSync(reportPath)) throw new Refusal(`${reportPath} exists already. Nothing was made.`)
    const faults: RowFault[] = []
    const keep = (found: readonly RowFault[]) => void (faults.length < faultsMax && faults.push(...found))
    const { database } = await house.open()
    const needs = { db: database.db, clock: house.clock, settings: house.settings, signal: house.signal }

    let tally: Tally = { lines: 0, good: 0, broken: 0, made: 0 }
    if (isDry || isAll) {
      tally = await checkCards(needs, file, (_, found) => keep(found))
      if (!isDry && tally.broken === 0) {
        const detail = { made: tally.good, broken: 0, takes: 'all' }
        const { changes } = await recorded(house, { act: 'card.import', detail })
        tally = await importAll({ ...needs, changes }, file, progress(house, given))
      }
    } else {
      // What cannot be read at all is found before the first card is made.
      await checkCards(needs, file, () => {})
      const { changes } = await house.open()
      const tell = progress(house, given)
      const hear = (sofar: Tally, found: readonly RowFault[]) => {
        tally = { ...sofar }
        keep(found)
        tell(sofar)
      }
      try {
        await importGood({ ...needs, changes }, file, hear)
      } finally {
        // Also where it was stopped half-way: what went in by then is there.
        await record(house, { act: 'card.import', detail: { made: tally.made, broken: tally.broken, takes: 'good' } })
      }
    }
    await report(given, faults)
    tell(house, given, tally, faults)
    if (!isDry && isAll && tally.broken > 0) throw new Refusal('Nothing was made: every line or none was asked for.')
  },
}

async function readFileOf({ words: [path = ''], text }: Given): Promise<CardFile> {
  const encoding = importEncodings.find((known) => known === (text('encoding') ?? 'utf-8').toLowerCase())
  if (!encoding) throw new UsageError(`There is no such encoding here. There are ${importEncodings.join(' and ')}.`)
  const { size } = await stat(path).catch((error: unknown) => {
    throw new Refusal(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  })
  if (size > importBytesMax) throw new Refusal(`${path} is too large: at most 20 MB. Bring it in parts.`)
  return { parts: () => createReadStream(path), encoding }
}

function progress({ terminal }: House, { has }: Given): (tally: Tally) => void {
  let next = 1000
  return ({ lines }) => {
    if (has('json') || lines < next) return
    terminal.note(`${lines} lines …`)
    next = lines + 1000
  }
}

async function report({ text }: Given, faults: readonly RowFault[]): Promise<void> {
  const path = text('report')
  if (path === null) return
  const lines = [['line', 'field', 'what is wrong'], ...faults.map(({ line, field, message }) => [String(line), field, message])]
  await writeFile(path, `\uFEFF${lines.map(writeCsvLine).join('')}`, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new Refusal(`${path} cannot be written (${codeOf(error)}).`, { cause: error })
  })
}

function tell({ terminal: { say, note } }: House, { has }: Given, tally: Tally, faults: readonly RowFault[]) {
  if (has('json')) return say(JSON.stringify({ ...tally, faults }, null, 2))
  for (const { line, field, message } of faults.slice(0, told)) note(`line ${line}${field ? `, ${field}` : ''}: ${message}`)
  if (faults.length > told) note(`… and ${faults.length - told} more. --report FILE writes all of them.`)
  const made = has('dry-run') ? `Would make ${count(tally.good, 'card')}` : `Made ${count(tally.made, 'card')}`
  say(
    `${made} of ${count(tally.lines, 'line')}; ${tally.broken === 0 ? 'none is' : `${tally.broken} ${tally.broken === 1 ? 'is' : 'are'}`} broken.`,
  )
}
