const fields = 'input, textarea, select, [contenteditable]'

/** A sheet or dialog lies over the page, or somebody writes in a field of it: no moment to speak up. */
export function isBusy(): boolean {
  if (typeof document === 'undefined') return false
  return document.querySelector('.panel:popover-open, dialog[open]') !== null || (document.activeElement?.matches(fields) ?? false)
}

/** Hears that a sheet was shut or a field left. */
export function onChange(heard: () => void): () => void {
  if (typeof document === 'undefined') return () => {}
  // After the event, when the browser has done what it tells of.
  const soon = () => void setTimeout(heard)
  for (const kind of kinds) document.addEventListener(kind, soon, { capture: true })
  return () => {
    for (const kind of kinds) document.removeEventListener(kind, soon, { capture: true })
  }
}

const kinds = ['toggle', 'close', 'focusout'] as const
