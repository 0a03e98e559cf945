import { z } from 'zod'
import { VersionNews } from '#contract/cards/releases.ts'
import { schemaIssue } from '#server/common/field-issue.ts'
import { UserError } from '#server/common/user-error.ts'
import { listVersions, production } from '#server/releases/read-published.ts'
import { publishVersion, removeVersion } from '#server/releases/publish.ts'
import { type Command, dryRunFlag, type Arguments, jsonFlag, UsageError } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { count } from '../../terminal/amounts.ts'
import { openAudited } from '../../audited.ts'
import { tableLines } from '../../terminal/table.ts'

export const versionsList: Command = {
  name: 'versions list',
  args: '',
  purpose: 'Lists the version history.',
  about: 'Newest first. --json prints the format of versions publish.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['versions list', 'versions list --json > versions.json'],
  async run({ has }, context) {
    const { database } = await context.open()
    const versions = await listVersions(database.db, production, 'en')
    const { print, columns } = context.terminal
    if (has('json')) return print(JSON.stringify(versions.map(asNews), null, 2))
    const rows = versions.map(({ version, date, updates, isBuiltIn }) => [
      version,
      date,
      isBuiltIn ? 'built-in' : 'yours',
      updates.join(' / '),
    ])
    tableLines(['VERSION', 'DATE', 'TEXT', 'WHAT IS NEW'], rows, columns).forEach((line) => print(line))
  },
}

const asNews = ({ version, date, versionHistory, updates }: VersionNews): VersionNews => ({ version, date, versionHistory, updates })

export const versionsPublish: Command = {
  name: 'versions publish',
  args: '[FILE]',
  purpose: 'Announces a version.',
  about:
    'FILE is JSON: one version or a list of them, each with version, date, versionHistory and updates. Or use the flags. Your text for a version replaces the built-in one. ' +
    'People who run an older version are notified of the newest.',
  changes: 'The version history and the notice of a new version. Immediately, on every server.',
  flags: {
    version: { value: 'NUMBER', meaning: 'Such as 1.4.0 or 2.0.0-beta.1.' },
    date: { value: 'DATE', meaning: 'Such as 2026-11-23. Default: today.' },
    about: { value: 'TEXT', meaning: 'A sentence or two about the version.' },
    updates: { value: 'TEXT', meaning: 'What is new; separate the items with |.' },
    ...dryRunFlag,
  },
  examples: ['versions publish versions.json', 'versions publish --version 1.4.0 --updates "A better code|Stories by keyboard"'],
  async run(args, context) {
    const versions = await readNews(args, context.clock.now())
    const numbers = versions.map(({ version }) => version).join(', ')
    if (args.has('dry-run')) return context.terminal.print(`Would announce ${numbers}. Nothing was changed.`)
    for (const news of versions) {
      const { changes } = await openAudited(context, { act: 'version.publish', detail: { version: news.version } })
      await publishVersion({ changes }, news)
    }
    context.terminal.print(`Announced ${count(versions.length, 'version')}: ${numbers}.`)
  },
}

export const versionsRemove: Command = {
  name: 'versions remove',
  args: 'VERSION',
  purpose: 'Removes your announcement of a version.',
  about: 'If there is a built-in text for the version, it appears again.',
  changes: 'The version history. Immediately, on every server.',
  flags: dryRunFlag,
  examples: ['versions remove 1.4.0'],
  async run({ positionals: [version = ''], has }, context) {
    const { database } = await context.open()
    const known = (await listVersions(database.db, production, 'en')).find((one) => one.version === version)
    if (!known) throw new UserError(`There is no announcement of version ${version}. To list them: versions list`)
    if (known.isBuiltIn) throw new UserError(`The text for ${version} is built in and cannot be removed. Replace it with: versions publish`)
    if (has('dry-run')) return context.terminal.print(`Would remove ${version}. Nothing was changed.`)
    const { changes } = await openAudited(context, { act: 'version.remove', detail: { version } })
    await removeVersion({ changes }, version)
    context.terminal.print(`Removed: ${version}.`)
  },
}

async function readNews({ positionals: [file], text }: Arguments, now: Date): Promise<VersionNews[]> {
  const number = text('version')
  if (file !== undefined && number !== null) throw new UsageError('Use either FILE or --version, not both.')
  if (file !== undefined) {
    // The error of a union would only say that neither schema matches.
    const isList = await readJsonFile(file, z.array(z.unknown()).min(1).max(200).or(z.looseObject({})))
    return Array.isArray(isList) ? readJsonFile(file, z.array(VersionNews.strict())) : [await readJsonFile(file, VersionNews.strict())]
  }
  if (number === null) throw new UsageError('A version is missing: versions publish FILE, or --version NUMBER.')
  const updates = (text('updates') ?? '')
    .split('|')
    .map((update) => update.trim())
    .filter(Boolean)
  const news = { version: number, date: text('date') ?? now.toISOString().slice(0, 10), versionHistory: text('about') ?? '', updates }
  const parsed = VersionNews.safeParse(news)
  if (!parsed.success)
    throw new UserError(
      ['Nothing was changed.', ...parsed.error.issues.map(schemaIssue).map(({ path, message }) => `${path}: ${message}`)].join('\n'),
    )
  return [parsed.data]
}
