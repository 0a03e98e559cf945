let isWaiting = false
const listeners = new Set<() => void>()

/** Requests the stories viewer. It is loaded lazily: the request waits for it. */
export function requestStories() {
  isWaiting = true
  for (const listener of listeners) listener()
}

/** Calls `onRequest` for each request, a waiting one included. Returns an unsubscribe function. */
export function onStoriesRequested(onRequest: () => void): () => void {
  const listener = () => {
    if (!isWaiting) return
    isWaiting = false
    onRequest()
  }
  listener()
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
