import type { StoryGroup } from '#contract/cards/releases.ts'

/** A group without slides is nothing to look at. */
export const shownGroups = (groups: readonly StoryGroup[]) => groups.filter(({ stories }) => stories.length > 0)

export const unviewed = (groups: readonly StoryGroup[], viewed: readonly string[]) =>
  groups.filter(({ storyId }) => !viewed.includes(storyId))

const keptMax = 200

/** The groups looked at, with one more; the oldest are forgotten. */
export const withSeen = (viewed: readonly string[], storyId: string) =>
  viewed.includes(storyId) ? [...viewed] : [...viewed, storyId].slice(-keptMax)
