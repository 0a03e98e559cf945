import { releaseTags } from '#contract/cards/releases.ts'
import { readStories } from '#server/releases/read-stories.ts'
import { jsonFlag, type Command } from '../../command.ts'
import { count } from '../../terminal/amounts.ts'
import { tableLines } from '../../terminal/table.ts'

export const storiesList: Command = {
  name: 'stories list',
  words: '',
  purpose: 'Lists the stories.',
  about:
    'In the order they are shown. With --json they come out as stories publish takes them: change a copy and publish it. Until you publish any, the product shows its own, in every language.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['stories list', 'stories list --json > stories.json'],
  async run({ has }, house) {
    const { database } = await house.open()
    const { isOurs, groups } = await readStories(database.db, releaseTags.stories, 'en')
    const { say, note, columns } = house.terminal
    if (has('json')) return say(JSON.stringify(groups, null, 2))
    if (groups.length === 0) return note('There are no stories.')
    const rows = groups.map(({ storyId, isDraft, stories }) => [
      storyId,
      isDraft ? 'draft' : 'shown',
      count(stories.length, 'slide'),
      stories.map(({ title }) => title).join(' / '),
    ])
    tableLines(['ID', 'STATE', 'SLIDES', 'TITLES'], rows, columns).forEach((line) => say(line))
    if (isOurs) note('These are the product’s own.')
  },
}
