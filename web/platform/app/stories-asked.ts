let isWaiting = false
const hearing = new Set<() => void>()

/** Somebody wants to see the stories. The viewer is fetched late: it hears of it even then. */
export function askForStories() {
  isWaiting = true
  for (const heard of hearing) heard()
}

/** Hears each time somebody asks. Gives the way to stop hearing. */
export function whenStoriesAsked(asked: () => void): () => void {
  const heard = () => {
    if (!isWaiting) return
    isWaiting = false
    asked()
  }
  heard()
  hearing.add(heard)
  return () => void hearing.delete(heard)
}
