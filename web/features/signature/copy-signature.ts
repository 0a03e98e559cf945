type Copied = { html: string; text: string }

/** Puts the signature where the next paste takes it from, with its looks and as plain text. False where the browser keeps us from it. */
export async function copySignature(copied: Copied, shown: Element | null): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([copied.html], { type: 'text/html' }),
      'text/plain': new Blob([copied.text], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return copyBySelecting(copied, shown)
  }
}

/** What is selected starts the copying; what is copied is ours, whatever the page looks like. */
function copyBySelecting({ html, text }: Copied, shown: Element | null): boolean {
  const selection = getSelection()
  if (shown) selection?.selectAllChildren(shown)
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/html', html)
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', give)
    selection?.removeAllRanges()
  }
}
