import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { DeskGroup, releaseTags, Story } from '#contract/cards/releases.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { Refusal } from '#server/refusal.ts'
import { keepPicture } from '#server/releases/keep-picture.ts'
import { publishStories } from '#server/releases/publish.ts'
import { readStories } from '#server/releases/read-published.ts'
import { type Command, dryRunFlag, jsonFlag, yesFlag } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { recorded } from '../../recorded.ts'
import { count } from '../../terminal/amounts.ts'
import { tableLines } from '../../terminal/table.ts'
import { readPictureFile } from '../read-picture-file.ts'

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

function said(groups: readonly { isDraft?: boolean | undefined }[]): string {
  const drafts = groups.filter(({ isDraft }) => isDraft).length
  return `${count(groups.length, 'group')} of stories${drafts > 0 ? `, ${count(drafts, 'draft')} among them` : ''}`
}

/** As stories list --json prints it; a slide may name a picture beside the file in place of an address. */
const Slide = Story.extend({ picture: z.string().min(1).max(1000).optional() }).strict()
const Group = DeskGroup.extend({ stories: z.array(Slide).min(1).max(12) }).strict()
const File = z
  .array(Group)
  .max(20)
  .superRefine((groups, context) => {
    for (const [index, { storyId }] of groups.entries())
      if (groups.findIndex((group) => group.storyId === storyId) !== index)
        context.addIssue({ code: 'custom', path: [index, 'storyId'], message: `${storyId} stands here twice.` })
  })

type ReadStoriesFile = { groups: DeskGroup[]; pictures: number }

/** Pictures are kept only with a storage: without one they are read, and nothing else. */
async function readStoriesFile(path: string, storage: Storage | null): Promise<ReadStoriesFile> {
  const read = await readJsonFile(path, File)
  let pictures = 0
  const groups: DeskGroup[] = []
  for (const group of read) {
    const stories: Story[] = []
    for (const { picture, ...story } of group.stories) {
      const bytes = picture === undefined ? null : await readPictureFile(resolve(dirname(path), picture))
      if (bytes) pictures++
      stories.push(bytes && storage ? { ...story, url: await keepPicture(storage, bytes) } : story)
    }
    groups.push({ ...group, stories })
  }
  return { groups, pictures }
}
