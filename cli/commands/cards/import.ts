import { createReadStream, existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { importBytesMax, importEncodings } from '#contract/admin/admin-choices.ts'
import { checkCards, importAll, importGood, type CardFile, type ImportCounts } from '#server/admin/import/import-cards.ts'
import type { RowIssue } from '#server/admin/import/read-row.ts'
import { writeCsvLine } from '#server/common/write-csv.ts'
import { UserError } from '#server/common/user-error.ts'
import { codeOf } from '#server/common/code-of.ts'
import { type Command, type Arguments, jsonFlag, UsageError } from '../../command.ts'
import type { CommandContext } from '../../command.ts'
import { recordAudit, openAudited } from '../../audited.ts'
import { count } from '../../terminal/amounts.ts'

const printedMax = 20
const issuesMax = 50_000

export const cardsImport: Command = {
  name: 'cards import',
  args: 'FILE',
  purpose: 'Creates cards from a CSV file.',
  about:
    'FILE is CSV in UTF-8, with commas, semicolons or tabs. Its first line names the columns: alias (required), email (of the owner), plan (FREE, PRO, TRIAL), ' +
    'fields as in cards set (firstName, companyName, …) and services by name (Instagram, Linked In, …). The whole file is checked first. ' +
    'Then valid lines are imported, and each invalid line is printed with its number and error; with --all-or-nothing one invalid line stops the import.',
  changes: 'New cards with their plans, services and owners. Nothing with --dry-run.',
  flags: {
    'dry-run': { meaning: 'Checks the file and creates nothing.' },
    'skip-broken': { meaning: 'Imports the valid lines. This is the default.' },
    'all-or-nothing': { meaning: 'Imports every line or none, in one step.' },
    encoding: { value: 'NAME', meaning: `${importEncodings.join(' or ')}.` },
    report: { value: 'FILE', meaning: 'Writes every invalid line to a CSV file. An existing file is not overwritten.' },
    ...jsonFlag,
  },
  examples: [
    'cards import agents.csv --dry-run',
    'cards import agents.csv --report broken.csv',
    'cards import agents.csv --all-or-nothing',
  ],
  async run(args, context) {
    const file = await readFileOf(args)
    const isAll = args.has('all-or-nothing')
    if (isAll && args.has('skip-broken')) throw new UsageError('Use either --skip-broken or --all-or-nothing, not both.')
    const isDry = args.has('dry-run')
    const reportPath = args.text('report')
    if (reportPath !== null && existsSync(reportPath))
      throw new UserError(`${reportPath} already exists. Nothing was created. Choose another name.`)
    const issues: RowIssue[] = []
    const addIssues = (found: readonly RowIssue[]) => void (issues.length < issuesMax && issues.push(...found))
    const { database } = await context.open({ isNew: true })
    const deps = { db: database.db, clock: context.clock, settings: context.settings, signal: context.signal }

    let tally: ImportCounts = { lines: 0, good: 0, broken: 0, made: 0 }
    if (isDry || isAll) {
      tally = await checkCards(deps, file, (_, found) => addIssues(found))
      if (!isDry && tally.broken === 0) {
        const detail = { made: tally.good, broken: 0, takes: 'all' }
        const { changes } = await openAudited(context, { act: 'card.import', detail })
        tally = await importAll({ ...deps, changes }, file, progress(context, args))
      }
    } else {
      // An unreadable file fails before the first card is created.
      await checkCards(deps, file, () => {})
      const { changes } = await context.open()
      const printProgress = progress(context, args)
      const onBatch = (sofar: ImportCounts, found: readonly RowIssue[]) => {
        tally = { ...sofar }
        addIssues(found)
        printProgress(sofar)
      }
      try {
        await importGood({ ...deps, changes }, file, onBatch)
      } finally {
        // Also after an interruption: the cards created by then exist.
        await recordAudit(context, { act: 'card.import', detail: { made: tally.made, broken: tally.broken, takes: 'good' } })
      }
    }
    await writeReport(args, issues)
    printResult(context, args, tally, issues)
    if (!isDry && isAll && tally.broken > 0) throw new UserError('Nothing was created: with --all-or-nothing every line must be valid.')
  },
}

async function readFileOf({ positionals: [path = ''], text }: Arguments): Promise<CardFile> {
  const encoding = importEncodings.find((known) => known === (text('encoding') ?? 'utf-8').toLowerCase())
  if (!encoding) throw new UsageError(`This encoding is not supported. Use ${importEncodings.join(' or ')}.`)
  const { size } = await stat(path).catch((error: unknown) => {
    throw new UserError(`${path} cannot be read (${codeOf(error)}).`, { cause: error })
  })
  if (size > importBytesMax) throw new UserError(`${path} is too large: at most 20 MB. Split it into several files.`)
  return { parts: () => createReadStream(path), encoding }
}

function progress({ terminal }: CommandContext, { has }: Arguments): (tally: ImportCounts) => void {
  let next = 1000
  return ({ lines }) => {
    if (has('json') || lines < next) return
    terminal.printNote(`${lines} lines …`)
    next = lines + 1000
  }
}

async function writeReport({ text }: Arguments, issues: readonly RowIssue[]): Promise<void> {
  const path = text('report')
  if (path === null) return
  const lines = [['line', 'field', 'error'], ...issues.map(({ line, field, message }) => [String(line), field, message])]
  await writeFile(path, `\uFEFF${lines.map(writeCsvLine).join('')}`, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw new UserError(`${path} cannot be written (${codeOf(error)}).`, { cause: error })
  })
}

function printResult(
  { terminal: { print, printNote } }: CommandContext,
  { has }: Arguments,
  tally: ImportCounts,
  issues: readonly RowIssue[],
) {
  if (has('json')) return print(JSON.stringify({ ...tally, issues }, null, 2))
  for (const { line, field, message } of issues.slice(0, printedMax)) printNote(`line ${line}${field ? `, ${field}` : ''}: ${message}`)
  if (issues.length > printedMax) printNote(`… and ${issues.length - printedMax} more. --report FILE writes all of them.`)
  const made = has('dry-run') ? `Would create ${count(tally.good, 'card')}` : `Created ${count(tally.made, 'card')}`
  print(
    `${made} from ${count(tally.lines, 'line')}; ${tally.broken === 0 ? 'none is' : `${tally.broken} ${tally.broken === 1 ? 'is' : 'are'}`} invalid.`,
  )
}
