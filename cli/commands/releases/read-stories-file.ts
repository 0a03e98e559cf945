import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { DeskGroup, Story } from '#contract/cards/releases.ts'
import { keepPicture } from '#server/releases/keep-picture.ts'
import type { Storage } from '#server/integrations/storage.ts'
import { readJsonFile } from '../../fields/read-json-file.ts'
import { readPictureFile } from '../read-picture-file.ts'

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
export async function readStoriesFile(path: string, storage: Storage | null): Promise<ReadStoriesFile> {
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
