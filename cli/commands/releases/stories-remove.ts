import { releaseTags } from '#contract/cards/releases.ts'
import { Refusal } from '#server/refusal.ts'
import { publishStories } from '#server/releases/publish.ts'
import { readStories } from '#server/releases/read-stories.ts'
import type { Command } from '../../command.ts'
import { count } from '../../terminal/amounts.ts'
import { recorded } from '../../recorded.ts'
import { dryRunFlag, yesFlag } from './dry-run.ts'

export const storiesRemove: Command = {
  name: 'stories remove',
  words: '[ID…]',
  purpose: 'Takes stories away.',
  about:
    'The groups with these ids; the others stay as they are. Without an id, everything you published goes and the product’s own stories are shown again, in every language: that wants --yes.',
  changes: 'The stories that are shown, and the pictures only they showed. At once, on every server.',
  flags: { ...dryRunFlag, ...yesFlag },
  examples: ['stories remove yard-sign', 'stories remove --yes'],
  async run({ words, has }, house) {
    const { database, storage } = await house.open()
    const { isOurs, groups } = await readStories(database.db, releaseTags.stories, 'en')
    const unknown = words.find((id) => !groups.some(({ storyId }) => storyId === id))
    if (unknown !== undefined)
      throw new Refusal(`There is no story “${unknown}”. There are ${groups.map(({ storyId }) => storyId).join(', ') || 'none'}.`)
    if (words.length === 0 && isOurs)
      throw new Refusal('Nothing was published: the product’s own stories are shown. Name the one to take away.')

    const left = words.length === 0 ? null : groups.filter(({ storyId }) => !words.includes(storyId))
    const doing = left ? `${count(words.length, 'group')} of stories` : 'all that was published; the product’s own are shown again'
    if (has('dry-run')) return house.terminal.say(`Would remove ${doing}. Nothing was changed.`)
    if (!left && !has('yes')) throw new Refusal(`This removes ${doing}. Add --yes if you mean it.`)
    const done = left ? ({ act: 'stories.publish', detail: { groups: left.length } } as const) : ({ act: 'stories.reset' } as const)
    const { changes } = await recorded(house, done)
    await publishStories({ ...database, changes, storage, clock: house.clock }, left)
    house.terminal.say(`Removed: ${doing}.`)
  },
}
