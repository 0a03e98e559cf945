import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { AdminStoryGroup, releaseTags, Story } from '#contract/cards/releases.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { UserError } from '#server/common/user-error.ts'
import { saveStoryPicture } from '#server/releases/save-story-picture.ts'
import { publishStories } from '#server/releases/publish.ts'
import { readStories } from '#server/releases/read-published.ts'
import { type Command, dryRunFlag, jsonFlag, yesFlag } from '../../command.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { openAudited } from '../../audited.ts'
import { count } from '../../terminal/amounts.ts'
import { tableLines } from '../../terminal/table.ts'
import { readPictureFile } from '../read-picture-file.ts'

export const storiesList: Command = {
  name: 'stories list',
  args: '',
  purpose: 'Lists the stories.',
  about:
    'In the order they appear. --json prints the format of stories publish: edit a copy and publish it. Until you publish stories, the built-in ones appear, in every language.',
  changes: 'Nothing.',
  flags: jsonFlag,
  examples: ['stories list', 'stories list --json > stories.json'],
  async run({ has }, context) {
    const { database } = await context.open()
    const { isBuiltIn, groups } = await readStories(database.db, releaseTags.stories, 'en')
    const { print, printNote, columns } = context.terminal
    if (has('json')) return print(JSON.stringify(groups, null, 2))
    if (groups.length === 0) return printNote('There are no stories.')
    const rows = groups.map(({ storyId, isDraft, stories }) => [
      storyId,
      isDraft ? 'draft' : 'published',
      count(stories.length, 'slide'),
      stories.map(({ title }) => title).join(' / '),
    ])
    tableLines(['ID', 'STATE', 'SLIDES', 'TITLES'], rows, columns).forEach((line) => print(line))
    if (isBuiltIn) printNote('These are the built-in stories.')
  },
}

export const storiesPublish: Command = {
  name: 'stories publish',
  args: 'FILE',
  purpose: 'Publishes stories.',
  about:
    'FILE is JSON in the format of stories list --json: a list of groups, each with storyId, updateTitle, stories and optionally isDraft. A slide has a title, and may have content, url, size, isPro, duration (ms), ground (#rrggbb) and action. ' +
    'Instead of url it may name a picture, an image file in the folder of FILE, at most 15 MB; it is re-encoded. {alias} in an address becomes the alias of the reader’s card. A new storyId appears again for people who viewed the old one.',
  changes: 'All stories are replaced. Immediately, on every server.',
  flags: dryRunFlag,
  examples: ['stories publish stories.json', 'stories publish stories.json --dry-run'],
  async run({ positionals: [file = ''], has }, context) {
    if (has('dry-run')) {
      const { groups, pictures } = await readStoriesFile(file, null)
      return context.terminal.print(
        `Would publish ${describe(groups)}${pictures > 0 ? `, ${count(pictures, 'new image')}` : ''}. Nothing was changed.`,
      )
    }
    const { database, storage } = await context.open()
    const { groups } = await readStoriesFile(file, storage)
    const { changes } = await openAudited(context, { act: 'stories.publish', detail: { groups: groups.length } })
    await publishStories({ ...database, changes, storage, clock: context.clock }, groups)
    context.terminal.print(`Published: ${describe(groups)}.`)
  },
}

export const storiesRemove: Command = {
  name: 'stories remove',
  args: '[ID…]',
  purpose: 'Removes stories.',
  about:
    'Removes the groups with these ids. Without an id, it removes everything you published, and the built-in stories appear again, in every language; that needs --yes.',
  changes: 'The stories, and the images that only they use. Immediately, on every server.',
  flags: { ...dryRunFlag, ...yesFlag },
  examples: ['stories remove yard-sign', 'stories remove --yes'],
  async run({ positionals, has }, context) {
    const { database, storage } = await context.open()
    const { isBuiltIn, groups } = await readStories(database.db, releaseTags.stories, 'en')
    const unknown = positionals.find((id) => !groups.some(({ storyId }) => storyId === id))
    if (unknown !== undefined)
      throw new UserError(`There is no story “${unknown}”. There are ${groups.map(({ storyId }) => storyId).join(', ') || 'none'}.`)
    if (positionals.length === 0 && isBuiltIn)
      throw new UserError('No stories were published; the built-in ones are in use. Name the group to remove.')

    const left = positionals.length === 0 ? null : groups.filter(({ storyId }) => !positionals.includes(storyId))
    const removed = left ? `${count(positionals.length, 'group')} of stories` : 'all published stories; the built-in ones appear again'
    if (has('dry-run')) return context.terminal.print(`Would remove ${removed}. Nothing was changed.`)
    if (!left && !has('yes')) throw new UserError(`This removes ${removed}. Add --yes to confirm.`)
    const done = left ? ({ act: 'stories.publish', detail: { groups: left.length } } as const) : ({ act: 'stories.reset' } as const)
    const { changes } = await openAudited(context, done)
    await publishStories({ ...database, changes, storage, clock: context.clock }, left)
    context.terminal.print(`Removed: ${removed}.`)
  },
}

function describe(groups: readonly { isDraft?: boolean | undefined }[]): string {
  const drafts = groups.filter(({ isDraft }) => isDraft).length
  return `${count(groups.length, 'group')} of stories${drafts > 0 ? `, ${count(drafts, 'draft')} among them` : ''}`
}

/** The format of stories list --json; a slide may also name a picture file instead of an address. */
const Slide = Story.extend({ picture: z.string().min(1).max(1000).optional() }).strict()
const Group = AdminStoryGroup.extend({ stories: z.array(Slide).min(1).max(12) }).strict()
const File = z
  .array(Group)
  .max(20)
  .superRefine((groups, context) => {
    for (const [index, { storyId }] of groups.entries())
      if (groups.findIndex((group) => group.storyId === storyId) !== index)
        context.addIssue({ code: 'custom', path: [index, 'storyId'], message: `${storyId} is there twice.` })
  })

type ReadStoriesFile = { groups: AdminStoryGroup[]; pictures: number }

/** Saves the pictures only if a storage is passed; without one (dry run) it only reads them. */
async function readStoriesFile(path: string, storage: Storage | null): Promise<ReadStoriesFile> {
  const read = await readJsonFile(path, File)
  let pictures = 0
  const groups: AdminStoryGroup[] = []
  for (const group of read) {
    const stories: Story[] = []
    for (const { picture, ...story } of group.stories) {
      const bytes = picture === undefined ? null : await readPictureFile(resolve(dirname(path), picture))
      if (bytes) pictures++
      stories.push(bytes && storage ? { ...story, url: await saveStoryPicture(storage, bytes) } : story)
    }
    groups.push({ ...group, stories })
  }
  return { groups, pictures }
}
