import { z } from 'zod'
import { VersionNews } from '#contract/cards/releases.ts'
import { Refusal } from '#server/refusal.ts'
import { listVersions, production } from '#server/releases/read-published.ts'
import { publishVersion, removeVersion } from '#server/releases/publish.ts'
import { type Command, dryRunFlag, type Given, jsonFlag, UsageError } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { count } from '../../terminal/amounts.ts'
import { recorded } from '../../recorded.ts'
import { tableLines } from '../../terminal/table.ts'

export const versionsList: Command = {
  name: 'versions list',
  words: '',
  purpose: 'Lists the versions people read about.',
  about: 'The newest first. With --json they come out as versions publish takes them.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['versions list', 'versions list --json > versions.json'],
  async run({ has }, house) {
    const { database } = await house.open()
    const versions = await listVersions(database.db, production, 'en')
    const { say, columns } = house.terminal
    if (has('json')) return say(JSON.stringify(versions.map(asNews), null, 2))
    const rows = versions.map(({ version, date, updates, isOurs }) => [
      version,
      date,
      isOurs ? 'the product’s' : 'yours',
      updates.join(' / '),
    ])
    tableLines(['VERSION', 'DATE', 'WORDS', 'WHAT IS NEW'], rows, columns).forEach((line) => say(line))
  },
}

const asNews = ({ version, date, versionHistory, updates }: VersionNews): VersionNews => ({ version, date, versionHistory, updates })

export const versionsPublish: Command = {
  name: 'versions publish',
  words: '[FILE]',
  purpose: 'Tells people of a version.',
  about:
    'FILE is JSON: one version or a list of them, each with version, date, versionHistory and updates. Or say it with flags. What you say of a version stands in place of what the product says of it. ' +
    'Whoever runs an older one is told of the newest.',
  changes: 'The version history and the notice of a new version. At once, on every server.',
  flags: {
    version: { value: 'NUMBER', meaning: 'Such as 1.4.0 or 2.0.0-beta.1.' },
    date: { value: 'DATE', meaning: 'Such as 2026-11-23. Today when not given.' },
    about: { value: 'TEXT', meaning: 'A sentence or two about it.' },
    updates: { value: 'TEXT', meaning: 'What is new, with | between one and the next.' },
    ...dryRunFlag,
  },
  examples: ['versions publish versions.json', 'versions publish --version 1.4.0 --updates "A better code|Stories by keyboard"'],
  async run(given, house) {
    const told = await readNews(given, house.clock.now())
    const named = told.map(({ version }) => version).join(', ')
    if (given.has('dry-run')) return house.terminal.say(`Would tell of ${named}. Nothing was changed.`)
    for (const news of told) {
      const { changes } = await recorded(house, { act: 'version.publish', detail: { version: news.version } })
      await publishVersion({ changes }, news)
    }
    house.terminal.say(`Told of ${count(told.length, 'version')}: ${named}.`)
  },
}

export const versionsRemove: Command = {
  name: 'versions remove',
  words: 'VERSION',
  purpose: 'Takes back what you told of a version.',
  about: 'Where the product has words of its own for it, they stand again.',
  changes: 'The version history. At once, on every server.',
  flags: dryRunFlag,
  examples: ['versions remove 1.4.0'],
  async run({ words: [version = ''], has }, house) {
    const { database } = await house.open()
    const known = (await listVersions(database.db, production, 'en')).find((one) => one.version === version)
    if (!known) throw new Refusal(`Nobody told of version ${version}. See: versions list`)
    if (known.isOurs) throw new Refusal(`What is said of ${version} is the product’s own. Say it anew instead: versions publish`)
    if (has('dry-run')) return house.terminal.say(`Would take back ${version}. Nothing was changed.`)
    const { changes } = await recorded(house, { act: 'version.remove', detail: { version } })
    await removeVersion({ changes }, version)
    house.terminal.say(`Taken back: ${version}.`)
  },
}

async function readNews({ words: [file], text }: Given, now: Date): Promise<VersionNews[]> {
  const said = text('version')
  if (file !== undefined && said !== null) throw new UsageError('Either a FILE or --version, not both.')
  if (file !== undefined) {
    // A union would only say that neither fits.
    const isList = await readJsonFile(file, z.array(z.unknown()).min(1).max(200).or(z.looseObject({})))
    return Array.isArray(isList) ? readJsonFile(file, z.array(VersionNews.strict())) : [await readJsonFile(file, VersionNews.strict())]
  }
  if (said === null) throw new UsageError('Say which version: versions publish FILE, or --version NUMBER.')
  const updates = (text('updates') ?? '')
    .split('|')
    .map((update) => update.trim())
    .filter(Boolean)
  const news = { version: said, date: text('date') ?? now.toISOString().slice(0, 10), versionHistory: text('about') ?? '', updates }
  const parsed = VersionNews.safeParse(news)
  if (!parsed.success)
    throw new Refusal(
      ['Nothing was changed.', ...parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)].join('\n'),
    )
  return [parsed.data]
}
