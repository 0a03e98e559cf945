import { expect, test, vi } from 'vitest'
import { askForStories, whenStoriesAsked } from './stories-asked.ts'

test('STORY-1 who asks before the viewer was fetched is heard when it comes, once, and each time after', () => {
  const asked = vi.fn<() => void>()
  askForStories()
  const stop = whenStoriesAsked(asked)
  expect(asked).toHaveBeenCalledTimes(1)
  askForStories()
  expect(asked).toHaveBeenCalledTimes(2)
  stop()
  askForStories()
  expect(asked).toHaveBeenCalledTimes(2)
})
