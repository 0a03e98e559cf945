import { isBusy, onChange } from '../../platform/waking/what-is-open.ts'

/** A moment's rest after something else was shut. */
const restMs = 500

/** Acts as soon as no sheet or dialog is open and nobody writes, once. Gives a way to call it off. */
export function whenFree(act: () => void): () => void {
  if (!isBusy()) {
    act()
    return () => {}
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const unwatch = onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(look, restMs)
  })
  const stop = () => {
    clearTimeout(timer)
    unwatch()
  }
  function look() {
    if (isBusy()) return
    stop()
    act()
  }
  return stop
}
