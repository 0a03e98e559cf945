import { z } from 'zod'
import { languages } from '../languages.ts'
import { endpoint } from '../endpoint.ts'
import { tourStepCount } from './release-view.ts'
import { done } from '../values.ts'
import { issueCode } from '../input-issues.ts'

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

/** A page of this site; {alias} is replaced by the reader's card. */
const sitePath = z.string().regex(/^\/(?![/\\])[^\s\\]*$/, issueCode('sitePathInvalid'))

const durationIssue = issueCode('storyDurationInvalid')

export const Story = z.object({
  title: line(80),
  content: words(400).default(''),
  url: z
    .union([z.literal(''), sitePath], issueCode('sitePathInvalid'))
    .default('')
    .describe('The image, on this site; empty for none'),
  size: z.enum(['cover', 'contain']).default('cover').describe('How the image fills the story'),
  isPro: z.boolean().default(false),
  duration: z.int(durationIssue).min(1000, durationIssue).max(60_000, durationIssue).default(5000).describe('In milliseconds'),
  ground: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, issueCode('hexColorInvalid'))
    .default('#fbfaf7')
    .describe('The background color of the text'),
  action: z
    .object({ label: line(40), href: z.union([sitePath, z.url({ protocol: /^https$/ })], issueCode('buttonLinkInvalid')) })
    .nullable()
    .default(null)
    .describe('The button'),
})
export type Story = z.output<typeof Story>

const storyId = z.string().regex(/^[\w-]{1,60}$/, issueCode('storyIdInvalid'))

export const StoryGroup = z.object({ storyId, updateTitle: line(60), stories: z.array(Story).min(1).max(12) })
export type StoryGroup = z.output<typeof StoryGroup>

/** A group as the admin area edits it; drafts aren't shown to readers. */
export const AdminStoryGroup = StoryGroup.extend({ isDraft: z.boolean().optional() })
export type AdminStoryGroup = z.output<typeof AdminStoryGroup>

export const AdminStoryGroups = z
  .array(AdminStoryGroup)
  .max(20)
  .refine((groups) => new Set(groups.map((group) => group.storyId)).size === groups.length, issueCode('storyIdTwice'))

export const TourStep = z.object({
  target: z.string().regex(/^[\w-]{1,60}$/, issueCode('tourTargetInvalid')),
  title: line(80),
  content: line(300),
})
export type TourStep = z.output<typeof TourStep>

export const Tour = z.array(TourStep).length(tourStepCount, issueCode('tourLength'))

const versionText = z
  .string()
  .max(40)
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(-[\w.]+)?$/, issueCode('versionInvalid'))

const dateIssue = issueCode('releaseDateInvalid')

export const VersionNews = z.object({
  version: versionText,
  date: z.iso.date(dateIssue).refine((text) => !text.startsWith('0000'), dateIssue),
  versionHistory: words(4000).default(''),
  updates: z.array(line(300)).max(40).default([]),
})
export type VersionNews = z.output<typeof VersionNews>

/** The published stories, tour and versions, and whether each is the product's built-in one. */
export const ReleasesAdmin = z.object({
  stories: z.object({ isBuiltIn: z.boolean(), groups: z.array(AdminStoryGroup) }),
  tour: z.object({ isBuiltIn: z.boolean(), steps: z.array(TourStep) }),
  versions: z.array(VersionInfo.extend({ isBuiltIn: z.boolean() })),
})
export type ReleasesAdmin = z.output<typeof ReleasesAdmin>

/** Built-in texts exist in every language; an administrator's texts are returned as written. */
const inLanguage = z.object({ language: z.enum(languages).optional() })
const versionType = z
  .string()
  .max(40)
  .transform((text) => (/^production$/i.test(text) ? 'Production' : text))
const admin = { access: 'admin', output: done, problems: ['not-found'] } as const

export const releases = {
  'releases.history': endpoint('releases.history', {
    summary: 'Lists every published version, newest first.',
    access: 'anyone',
    params: z.object({ versionType }),
    query: inLanguage,
    output: z.array(VersionInfo),
    problems: [],
  }),
  'releases.latest': endpoint('releases.latest', {
    summary: 'Returns the newest version and its changes, even if it’s the requested one.',
    access: 'anyone',
    params: z.object({ versionType, version: versionText }),
    query: inLanguage,
    output: VersionInfo,
    problems: ['not-found'],
  }),
  'releases.tourSteps': endpoint('releases.tourSteps', {
    summary: 'Returns the steps of a guided tour.',
    access: 'anyone',
    params: z.object({ tour: z.string().max(60) }),
    query: inLanguage,
    output: z.object({ success: z.union([z.literal(1), z.literal(0)]), virtualTour: z.object({ virtualTourSteps: z.array(TourStep) }) }),
    problems: ['not-found'],
  }),
  'releases.stories': endpoint('releases.stories', {
    summary: 'Lists the story groups of a version.',
    access: 'anyone',
    limit: { per: 'address', count: 30, windowSeconds: 60 },
    query: inLanguage,
    input: z.object({ stories: z.string().max(60).describe('The version tag, such as Stories-v3.9.1') }),
    output: z.array(StoryGroup),
    problems: ['input-invalid'],
  }),
  'releases.picture': endpoint('releases.picture', {
    summary: 'Returns the image of a story.',
    access: 'anyone',
    params: z.object({ id: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
    output: { media: ['image/svg+xml', 'image/webp'] },
    problems: ['not-found'],
  }),
  'releases.admin': endpoint('releases.admin', {
    ...admin,
    summary: 'Returns the published stories, tour and versions.',
    output: ReleasesAdmin,
  }),
  'releases.publishStories': endpoint('releases.publishStories', {
    ...admin,
    summary: 'Replaces all published stories; null restores the built-in ones.',
    input: z.object({ groups: AdminStoryGroups.nullable() }),
  }),
  'releases.publishTour': endpoint('releases.publishTour', {
    ...admin,
    summary: 'Replaces the published tour; null restores the built-in one.',
    input: z.object({ steps: Tour.nullable() }),
  }),
  'releases.publishVersion': endpoint('releases.publishVersion', {
    ...admin,
    summary: 'Publishes or updates the notes of a version.',
    input: VersionNews,
  }),
  'releases.removeVersion': endpoint('releases.removeVersion', {
    ...admin,
    summary: 'Removes an administrator’s notes of a version.',
    input: z.object({ version: versionText }),
  }),
  'releases.addPicture': endpoint('releases.addPicture', {
    ...admin,
    summary: 'Saves a re-encoded image for a story and returns its address.',
    input: z.object({ data: z.base64().max(8_000_000) }),
    output: z.object({ url: z.string() }),
    problems: ['not-found', 'picture-unreadable', 'picture-too-many-pixels', 'body-too-large'],
  }),
}
