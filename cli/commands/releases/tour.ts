import { releaseTags, Tour } from '#contract/cards/releases.ts'
import { UserError } from '#server/common/user-error.ts'
import { publishTour } from '#server/releases/publish.ts'
import { readTour } from '#server/releases/read-published.ts'
import { type Command, dryRunFlag, jsonFlag, yesFlag } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { openAudited } from '../../audited.ts'
import { tableLines } from '../../terminal/table.ts'

export const tourShow: Command = {
  name: 'tour show',
  args: '',
  purpose: 'Shows the steps of the guided tour.',
  about: '--json prints the format of tour publish. Until you publish a tour, the built-in one appears, in every language.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['tour show', 'tour show --json > tour.json'],
  async run({ has }, context) {
    const { database } = await context.open()
    const tour = await readTour(database.db, releaseTags.tour, 'en')
    const { print, printNote, columns } = context.terminal
    const steps = tour?.steps ?? []
    if (has('json')) return print(JSON.stringify(steps, null, 2))
    const rows = steps.map(({ target, title, content }, index) => [String(index + 1), target, title, content])
    tableLines(['STEP', 'TARGET', 'TITLE', 'TEXT'], rows, columns).forEach((line) => print(line))
    if (tour?.isBuiltIn) printNote('This is the built-in tour.')
  },
}

export const tourPublish: Command = {
  name: 'tour publish',
  args: 'FILE',
  purpose: 'Publishes the guided tour.',
  about:
    'FILE is JSON in the format of tour show --json: four steps, each with target, title and content. Targets are dock-share, dock-contacts, menu and account; a step whose target is not on the page appears in its center.',
  changes: 'The tour is replaced. People who already took a tour do not get another.',
  flags: dryRunFlag,
  examples: ['tour publish tour.json', 'tour publish tour.json --dry-run'],
  async run({ positionals: [file = ''], has }, context) {
    const steps = await readJsonFile(file, Tour)
    if (has('dry-run')) return context.terminal.print(`Would publish a tour of ${steps.length} steps. Nothing was changed.`)
    const { changes } = await openAudited(context, { act: 'tour.publish' })
    await publishTour({ changes, clock: context.clock }, steps)
    context.terminal.print(`Published: a tour of ${steps.length} steps.`)
  },
}

export const tourRemove: Command = {
  name: 'tour remove',
  args: '',
  purpose: 'Removes your tour.',
  about: 'The built-in tour appears again, in every language.',
  changes: 'The tour. Immediately, on every server.',
  flags: { ...dryRunFlag, ...yesFlag },
  examples: ['tour remove --yes'],
  async run({ has }, context) {
    const { database } = await context.open()
    if ((await readTour(database.db, releaseTags.tour, 'en'))?.isBuiltIn)
      throw new UserError('No tour was published; the built-in one is in use.')
    if (has('dry-run')) return context.terminal.print('Would remove your tour; the built-in one appears again. Nothing was changed.')
    if (!has('yes')) throw new UserError('This removes your tour. Add --yes to confirm.')
    const { changes } = await openAudited(context, { act: 'tour.reset' })
    await publishTour({ changes, clock: context.clock }, null)
    context.terminal.print('Removed: your tour. The built-in one appears again.')
  },
}
