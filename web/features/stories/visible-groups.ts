import type { StoryGroup } from '#contract/cards/releases.ts'

/** Drops groups without slides. */
export const withoutEmpty = (groups: readonly StoryGroup[]) => groups.filter(({ stories }) => stories.length > 0)

export const unviewed = (groups: readonly StoryGroup[], viewed: readonly string[]) =>
  groups.filter(({ storyId }) => !viewed.includes(storyId))

const viewedMax = 200

/** The viewed groups plus one; drops the oldest. */
export const withViewed = (viewed: readonly string[], storyId: string) =>
  viewed.includes(storyId) ? [...viewed] : [...viewed, storyId].slice(-viewedMax)
