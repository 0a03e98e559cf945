import { z } from 'zod'
import { languages } from '../languages.ts'
import { endpoint } from '../endpoint.ts'
import { tourStepCount } from './release-view.ts'

export { releaseTags } from './release-view.ts'

export const VersionInfo = z.object({
  version: z.string(),
  versionNumber: z.string(),
  date: z.iso.date(),
  versionHistory: z.string(),
  updates: z.array(z.string()),
  versionUpdates: z.array(z.string()),
})
export type VersionInfo = z.output<typeof VersionInfo>

const line = (most: number) => z.string().trim().min(1).max(most)
const words = (most: number) => z.string().trim().max(most)

/** A page of this site; {alias} stands for the card of whoever reads. */
const pathHere = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, 'An address on this site begins with one slash.')

export const Story = z.object({
  title: line(80),
  content: words(400).default(''),
  url: z
    .union([z.literal(''), pathHere])
    .default('')
    .describe('Its picture, on this site; empty for none'),
  size: z.enum(['cover', 'contain']).default('cover').describe('How the picture fills the card'),
  isPro: z.boolean().default(false),
  duration: z.int().min(1000).max(60_000).default(5000).describe('In milliseconds'),
  ground: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'Enter a color as #rrggbb.')
    .default('#fbfaf7')
    .describe('The colour behind its words'),
  action: z
    .object({ label: line(40), href: z.union([pathHere, z.url({ protocol: /^https$/ })]) })
    .nullable()
    .default(null)
    .describe('Where its button leads'),
})
export type Story = z.output<typeof Story>

const storyId = z.string().regex(/^[\w-]{1,60}$/, 'An id has letters, digits, hyphens and underscores.')

export const StoryGroup = z.object({ storyId, updateTitle: line(60), stories: z.array(Story).min(1).max(12) })
export type StoryGroup = z.output<typeof StoryGroup>

/** As an operator writes it: a draft is shown to nobody. */
export const DeskGroup = StoryGroup.extend({ isDraft: z.boolean().optional() })
export type DeskGroup = z.output<typeof DeskGroup>

export const DeskGroups = z
  .array(DeskGroup)
  .max(20)
  .refine((groups) => new Set(groups.map((group) => group.storyId)).size === groups.length, 'Two groups have the same id.')

export const TourStep = z.object({
  target: z.string().regex(/^[\w-]{1,60}$/, 'A target is the name of a part of the page, such as menu.'),
  title: line(80),
  content: line(300),
})
export type TourStep = z.output<typeof TourStep>

export const Tour = z.array(TourStep).length(tourStepCount, `A tour has ${tourStepCount} steps.`)

const versionText = z
  .string()
  .max(40)
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]+)?$/, 'A version is written as 3.10.17, or 4.0.0-beta.1.')

export const VersionNews = z.object({
  version: versionText,
  date: z.iso.date('A date is written as 2026-11-21.').refine((text) => !text.startsWith('0000'), 'A date is written as 2026-11-21.'),
  versionHistory: words(4000).default(''),
  updates: z.array(line(300)).max(40).default([]),
})
export type VersionNews = z.output<typeof VersionNews>

/** What an operator sees: what is published now, and whether it is what the product brings along. */
export const Desk = z.object({
  stories: z.object({ isOurs: z.boolean(), groups: z.array(DeskGroup) }),
  tour: z.object({ isOurs: z.boolean(), steps: z.array(TourStep) }),
  versions: z.array(VersionInfo.extend({ isOurs: z.boolean() })),
})
export type Desk = z.output<typeof Desk>

/** The words we bring along are there in every language; the operator's are read as they were written. */
const inLanguage = z.object({ language: z.enum(languages).optional() })
const versionType = z
  .string()
  .max(40)
  .transform((text) => (/^production$/i.test(text) ? 'Production' : text))
const done = z.object({ success: z.literal(1), message: z.string() })
const desk = { access: 'operator', output: done, problems: ['not-found'] } as const

export const releases = {
  'releases.history': endpoint('releases.history', {
    summary: 'Every published version, newest first.',
    access: 'anyone',
    params: z.object({ versionType }),
    query: inLanguage,
    output: z.array(VersionInfo),
    problems: [],
  }),
  'releases.latest': endpoint('releases.latest', {
    summary: 'The newest version and what changed in it, also where it is the one named.',
    access: 'anyone',
    params: z.object({ versionType, version: versionText }),
    query: inLanguage,
    output: VersionInfo,
    problems: ['not-found'],
  }),
  'releases.tourSteps': endpoint('releases.tourSteps', {
    summary: 'The steps of a guided tour.',
    access: 'anyone',
    params: z.object({ tour: z.string().max(60) }),
    query: inLanguage,
    output: z.object({ success: z.union([z.literal(1), z.literal(0)]), virtualTour: z.object({ virtualTourSteps: z.array(TourStep) }) }),
    problems: ['not-found'],
  }),
  'releases.stories': endpoint('releases.stories', {
    summary: 'The story groups of a version.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    query: inLanguage,
    input: z.object({ stories: z.string().max(60).describe('Their version tag, such as Stories-v3.9.1') }),
    output: z.array(StoryGroup),
    problems: ['input-invalid'],
  }),
  'releases.picture': endpoint('releases.picture', {
    summary: 'The picture of a story.',
    access: 'anyone',
    params: z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
    output: { media: ['image/svg+xml', 'image/webp'] },
    problems: ['not-found'],
  }),
  'releases.desk': endpoint('releases.desk', { ...desk, summary: 'What is published: stories, tour and versions.', output: Desk }),
  'releases.publishStories': endpoint('releases.publishStories', {
    ...desk,
    summary: 'Publishes these groups of stories in place of all others; null brings back our own.',
    input: z.object({ groups: DeskGroups.nullable() }),
  }),
  'releases.publishTour': endpoint('releases.publishTour', {
    ...desk,
    summary: 'Publishes these steps in place of all others; null brings back our own.',
    input: z.object({ steps: Tour.nullable() }),
  }),
  'releases.publishVersion': endpoint('releases.publishVersion', {
    ...desk,
    summary: 'Tells of a version, or tells it anew.',
    input: VersionNews,
  }),
  'releases.removeVersion': endpoint('releases.removeVersion', {
    ...desk,
    summary: 'Takes back what an operator told of a version.',
    input: z.object({ version: versionText }),
  }),
  'releases.addPicture': endpoint('releases.addPicture', {
    ...desk,
    summary: 'Keeps a picture for a story, written anew, and answers its address.',
    input: z.object({ data: z.base64().max(8_000_000) }),
    output: z.object({ url: z.string() }),
    problems: ['not-found', 'picture-unreadable', 'picture-too-many-pixels', 'body-too-large'],
  }),
}
