/** Closes a sheet when keyboard focus leaves it: the page behind is covered, so the focus there would not be visible. */
export function shutLeftSheets(): () => void {
  const hear = ({ target }: FocusEvent) => {
    // A press with a pointer shuts it by itself, and on its own button a second time would open it again.
    if (!(target instanceof Element) || !target.matches(':focus-visible') || target.closest('[popover],dialog')) return
    for (const sheet of document.querySelectorAll<HTMLElement>('.panel:popover-open')) sheet.hidePopover()
  }
  document.addEventListener('focusin', hear)
  return () => document.removeEventListener('focusin', hear)
}
