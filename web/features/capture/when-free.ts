/** A moment's rest after something else was shut. */
const restMs = 500

const isBusy = () => document.querySelector('.panel:popover-open, dialog[open]') !== null

/** Acts as soon as no other sheet or dialog is open, once. Gives a way to call it off. */
export function whenFree(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const kinds = ['toggle', 'close'] as const
  const look = () => {
    if (isBusy()) return
    stop()
    act()
  }
  const again = () => {
    clearTimeout(timer)
    timer = setTimeout(look, restMs)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const kind of kinds) document.removeEventListener(kind, again, { capture: true })
  }
  if (isBusy()) for (const kind of kinds) document.addEventListener(kind, again, { capture: true })
  else act()
  return stop
}
