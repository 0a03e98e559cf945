/** Calls made while `write` runs are written together by the next `write`. */
export function batchCalls<T>(write: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let waiting: T[] = []
  let last: Promise<void> = Promise.resolve()
  return (item) => {
    waiting.push(item)
    if (waiting.length === 1) last = last.catch(() => {}).then(writeWaiting)
    return last
  }

  function writeWaiting() {
    const items = waiting
    waiting = []
    return write(items)
  }
}
