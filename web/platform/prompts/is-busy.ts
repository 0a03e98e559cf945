const fields = 'input, textarea, select, [contenteditable]'
/** After a touch or a key, the visitor is busy for this long. */
const quietMs = 5000

let isFileAwaited = false
const listeners = new Set<() => void>()

/** True while a sheet or dialog is open or a field has focus: not even a prompt that was requested may open. */
export function isInUse(): boolean {
  if (typeof document === 'undefined') return false
  return document.querySelector('.panel:popover-open, dialog[open]') !== null || (document.activeElement?.matches(fields) ?? false)
}

/** True also while a finger or a key is active, or a file is about to be saved: no prompt may open by itself. */
export const isBusy = (): boolean => isInUse() || isFileAwaited || restingInMs() > 0

/** How long the visitor stays busy after a touch or key outside sheets. `ui/deferred-scripts.tsx` stores its time. */
function restingInMs(): number {
  const activeAt: unknown = Reflect.get(globalThis, 'activeAt')
  return typeof activeAt === 'number' ? activeAt + quietMs - performance.now() : 0
}

/** Calls `listener` once the page rests after a touch or a key, a closed sheet, a field that lost focus or a saved file. */
export function onBusyChange(listener: () => void): () => void {
  if (typeof document === 'undefined') return () => {}
  let timer: ReturnType<typeof setTimeout> | undefined
  const afterRest = () => {
    clearTimeout(timer)
    const inMs = restingInMs()
    if (inMs > 0) timer = setTimeout(afterRest, Math.ceil(inMs))
    else listener()
  }
  // After the event, when the browser has applied it.
  const soon = () => {
    clearTimeout(timer)
    timer = setTimeout(afterRest)
  }
  for (const kind of kinds) document.addEventListener(kind, soon, { capture: true })
  listeners.add(soon)
  if (restingInMs() > 0) soon()
  return () => {
    clearTimeout(timer)
    for (const kind of kinds) document.removeEventListener(kind, soon, { capture: true })
    listeners.delete(soon)
  }
}

const kinds = ['toggle', 'close', 'focusout', 'pointerdown', 'keydown'] as const

/** On a page that offers a file: prompts wait until a link to it was followed, or until the returned function is called. */
export function awaitFile(href: string): () => void {
  isFileAwaited = true
  const end = () => {
    document.removeEventListener('click', noteSaved)
    isFileAwaited = false
    for (const listener of listeners) listener()
  }
  const noteSaved = ({ target }: Event) => {
    if (target instanceof Element && target.closest('a')?.getAttribute('href') === href) end()
  }
  document.addEventListener('click', noteSaved)
  return end
}
