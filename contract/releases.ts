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

/** What stories and tour of this version are published under. */
export const releaseTags = { stories: 'Stories-v3.9.1', tour: 'VirtualTour-v3.7.0' } as const

export const Story = z.object({
  title: z.string(),
  content: z.string(),
  url: z.string().describe('Its picture, on this site; empty for none'),
  size: z.string().describe('How the picture fills the card: cover or contain'),
  isPro: z.boolean(),
  duration: z.number().int().positive().describe('In milliseconds'),
  ground: z.string().describe('The colour behind its words, as #rrggbb'),
  action: z.object({ label: z.string(), href: z.string() }).nullable().describe('Where its button leads: {alias} stands for the card'),
})
export type Story = z.output<typeof Story>
export const StoryGroup = z.object({ storyId: z.string(), updateTitle: z.string(), stories: z.array(Story) })
export type StoryGroup = z.output<typeof StoryGroup>

export const TourStep = z.object({ target: z.string(), title: z.string(), content: z.string() })
export type TourStep = z.output<typeof TourStep>

const versionText = z.string().regex(/^\d+\.\d+\.\d+(-[\w.]+)?$/)

export const releases = {
  'releases.history': endpoint('releases.history', {
    summary: 'Every published version, newest first.',
    access: 'anyone',
    params: z.object({ versionType: z.string().max(40) }),
    output: z.array(VersionInfo),
    problems: [],
  }),
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
