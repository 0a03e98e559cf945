import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const VersionInfo = z.object({
  version: z.string(),
  versionNumber: z.string(),
  date: z.iso.date(),
  versionHistory: z.string(),
  updates: z.array(z.string()),
  versionUpdates: z.array(z.string()),
})

export const Story = z.object({
  title: z.string(),
  content: z.string(),
  url: z.string(),
  size: z.string(),
  isPro: z.boolean(),
  duration: z.number().int().positive(),
})
export const StoryGroup = z.object({ storyId: z.string(), updateTitle: z.string(), stories: z.array(Story) })

export const TourStep = z.object({ target: z.string(), title: z.string(), content: z.string() })

const versionText = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)

export const releases = {
  'releases.latest': endpoint('releases.latest', {
    summary: 'The newest version after the one named, and what changed.',
    access: 'anyone',
    params: z.object({ versionType: z.string().max(40), version: versionText }),
    output: VersionInfo,
    problems: ['not-found'],
  }),
  'releases.tourSteps': endpoint('releases.tourSteps', {
    summary: 'The steps of a guided tour.',
    access: 'anyone',
    params: z.object({ tour: z.string().max(60) }),
    output: z.object({ success: z.union([z.literal(1), z.literal(0)]), virtualTour: z.object({ virtualTourSteps: z.array(TourStep) }) }),
    problems: ['not-found'],
  }),
  'releases.stories': endpoint('releases.stories', {
    summary: 'The story groups of a version.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    input: z.object({ stories: z.string().max(60).describe('Their version tag, such as Stories-v3.9.1') }),
    output: z.array(StoryGroup),
    problems: ['input-invalid'],
  }),
}
