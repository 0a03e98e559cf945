const fields = 'input, textarea, select, [contenteditable]'

/** True while a sheet or dialog is open or a field has focus: no prompt may open. */
export function isBusy(): boolean {
  if (typeof document === 'undefined') return false
  return document.querySelector('.panel:popover-open, dialog[open]') !== null || (document.activeElement?.matches(fields) ?? false)
}

/** Calls `listener` after a sheet was closed or a field lost focus. */
export function onBusyChange(listener: () => void): () => void {
  if (typeof document === 'undefined') return () => {}
  // After the event, when the browser has applied it.
  const soon = () => void setTimeout(listener)
  for (const kind of kinds) document.addEventListener(kind, soon, { capture: true })
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, soon, { capture: true })
  }
}

const kinds = ['toggle', 'close', 'focusout'] as const
