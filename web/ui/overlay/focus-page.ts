/** After a dialog that opened by itself, nothing has the focus: tabbing would continue after the end of the page. */
export function focusPageIfLost() {
  const { activeElement } = document
  // Browsers leave the focus in the closed dialog until the next frame.
  const isLost = activeElement === null || activeElement === document.body || activeElement.matches('dialog:not([open]) *')
  if (isLost) document.getElementById('content')?.focus({ preventScroll: true })
}
