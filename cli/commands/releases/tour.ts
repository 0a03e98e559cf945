import { releaseTags, Tour } from '#contract/cards/releases.ts'
import { Refusal } from '#server/refusal.ts'
import { publishTour } from '#server/releases/publish.ts'
import { readTour } from '#server/releases/read-published.ts'
import { type Command, dryRunFlag, jsonFlag, yesFlag } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { recorded } from '../../recorded.ts'
import { tableLines } from '../../terminal/table.ts'

export const tourShow: Command = {
  name: 'tour show',
  words: '',
  purpose: 'Shows the steps of the guided tour.',
  about: 'With --json they come out as tour publish takes them. Until you publish a tour, the product shows its own, in every language.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['tour show', 'tour show --json > tour.json'],
  async run({ has }, house) {
    const { database } = await house.open()
    const tour = await readTour(database.db, releaseTags.tour, 'en')
    const { say, note, columns } = house.terminal
    const steps = tour?.steps ?? []
    if (has('json')) return say(JSON.stringify(steps, null, 2))
    const rows = steps.map(({ target, title, content }, index) => [String(index + 1), target, title, content])
    tableLines(['STEP', 'TARGET', 'TITLE', 'WORDS'], rows, columns).forEach((line) => say(line))
    if (tour?.isOurs) note('These are the product’s own.')
  },
}

export const tourPublish: Command = {
  name: 'tour publish',
  words: 'FILE',
  purpose: 'Publishes the guided tour.',
  about:
    'FILE is JSON as tour show --json prints it: four steps, each with target, title and content. Targets are dock-share, dock-contacts, menu and account; a step whose target is not on the page stands in its middle.',
  changes: 'The tour: these steps take the place of those that were there. Whoever has done a tour is not shown another.',
  flags: dryRunFlag,
  examples: ['tour publish tour.json', 'tour publish tour.json --dry-run'],
  async run({ words: [file = ''], has }, house) {
    const steps = await readJsonFile(file, Tour)
    if (has('dry-run')) return house.terminal.say(`Would publish a tour of ${steps.length} steps. Nothing was changed.`)
    const { changes } = await recorded(house, { act: 'tour.publish' })
    await publishTour({ changes, clock: house.clock }, steps)
    house.terminal.say(`Published: a tour of ${steps.length} steps.`)
  },
}

export const tourRemove: Command = {
  name: 'tour remove',
  words: '',
  purpose: 'Takes your tour away.',
  about: 'The product’s own tour is shown again, in every language.',
  changes: 'The tour. At once, on every server.',
  flags: { ...dryRunFlag, ...yesFlag },
  examples: ['tour remove --yes'],
  async run({ has }, house) {
    const { database } = await house.open()
    if ((await readTour(database.db, releaseTags.tour, 'en'))?.isOurs)
      throw new Refusal('No tour was published: the product’s own is shown.')
    if (has('dry-run')) return house.terminal.say('Would remove your tour; the product’s own is shown again. Nothing was changed.')
    if (!has('yes')) throw new Refusal('This removes your tour. Add --yes if you mean it.')
    const { changes } = await recorded(house, { act: 'tour.reset' })
    await publishTour({ changes, clock: house.clock }, null)
    house.terminal.say('Removed: your tour. The product’s own is shown again.')
  },
}
