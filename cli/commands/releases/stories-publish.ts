import { publishStories } from '#server/releases/publish.ts'
import type { Command } from '../../command.ts'
import { count } from '../../terminal/amounts.ts'
import { recorded } from '../../recorded.ts'
import { dryRunFlag } from './dry-run.ts'
import { readStoriesFile } from './read-stories-file.ts'

export const storiesPublish: Command = {
  name: 'stories publish',
  words: 'FILE',
  purpose: 'Publishes stories.',
  about:
    'FILE is JSON as stories list --json prints it: a list of groups, each with storyId, updateTitle, stories and perhaps isDraft. A slide has a title, and may have content, url, size, isPro, duration (ms), ground (#rrggbb) and action. ' +
    'In place of url it may name a picture, a file beside FILE; it is written anew, at most 15 MB. {alias} in an address stands for the card of whoever reads. A new storyId is shown again to those who have seen the old one.',
  changes: 'All stories: these take the place of those that were there. At once, on every server.',
  flags: dryRunFlag,
  examples: ['stories publish stories.json', 'stories publish stories.json --dry-run'],
  async run({ words: [file = ''], has }, house) {
    if (has('dry-run')) {
      const { groups, pictures } = await readStoriesFile(file, null)
      return house.terminal.say(
        `Would publish ${said(groups)}${pictures > 0 ? `, ${count(pictures, 'new picture')}` : ''}. Nothing was changed.`,
      )
    }
    const { database, storage } = await house.open()
    const { groups } = await readStoriesFile(file, storage)
    const { changes } = await recorded(house, { act: 'stories.publish', detail: { groups: groups.length } })
    await publishStories({ ...database, changes, storage, clock: house.clock }, groups)
    house.terminal.say(`Published: ${said(groups)}.`)
  },
}

function said(groups: readonly { isDraft?: boolean | undefined }[]): string {
  const drafts = groups.filter(({ isDraft }) => isDraft).length
  return `${count(groups.length, 'group')} of stories${drafts > 0 ? `, ${count(drafts, 'draft')} among them` : ''}`
}
