import { expect, test, vi } from 'vitest'
import { requestStories, onStoriesRequested } from './stories-request.ts'

test('STORY-1 a request before the viewer has loaded reaches it exactly once', () => {
  const onRequest = vi.fn<() => void>()
  requestStories()
  const stop = onStoriesRequested(onRequest)
  expect(onRequest).toHaveBeenCalledTimes(1)
  requestStories()
  expect(onRequest).toHaveBeenCalledTimes(2)
  stop()
  requestStories()
  expect(onRequest).toHaveBeenCalledTimes(2)
})
