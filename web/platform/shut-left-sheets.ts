/** A sheet over the page shuts when Tab leaves it: the page behind is covered, and whoever tabs on there would not see where they are. */
export function shutLeftSheets(): () => void {
  const hear = ({ target }: FocusEvent) => {
    // A press with a pointer shuts it by itself, and on its own button a second time would open it again.
    if (!(target instanceof Element) || !target.matches(':focus-visible') || target.closest('[popover],dialog')) return
    for (const sheet of document.querySelectorAll<HTMLElement>('.panel:popover-open')) sheet.hidePopover()
  }
  document.addEventListener('focusin', hear)
  return () => document.removeEventListener('focusin', hear)
}
