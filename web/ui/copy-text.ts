/** Puts a text where the next paste takes it from. False where the browser keeps us from it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

/** Pages without TLS have no clipboard: what is selected can still be copied. */
function copyBySelecting(text: string): boolean {
  const field = document.createElement('textarea')
  const before = document.activeElement
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // Inside what lies on top, or the selection does not hold.
  const host = before?.closest('[popover], dialog') ?? document.body
  host.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
