import type { FocusEvent } from 'react'

/** Closes a sheet when keyboard focus leaves it: the page behind is covered, so the focus there would not be visible. */
export function closeSheetOnFocusLeave({ target }: FocusEvent) {
  // A click outside closes the sheet natively; closing it here, too, would reopen it by its own button.
  if (target.matches(':focus-visible') && !target.closest('[popover],dialog'))
    document.querySelector<HTMLElement>('[popover=auto]:popover-open')?.hidePopover()
}
