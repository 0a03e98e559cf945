type Copied = { html: string; text: string }

/** Puts the signature where the next paste takes it from, with its looks and as plain text. False where the browser keeps us from it. */
export async function copySignature(copied: Copied, shown: Element | null): Promise<boolean> {
  return copyBySelecting(copied, shown) || copyByAsking(copied)
}

/**
 * What is selected starts the copying; what is copied is ours to the letter, whatever the page looks like. It comes first: asked to
 * write, browsers read the HTML as a part of this page, whose policy refuses it its styles, and may leave out what only Outlook knows.
 */
function copyBySelecting({ html, text }: Copied, shown: Element | null): boolean {
  const selection = getSelection()
  if (shown) selection?.selectAllChildren(shown)
  let isGiven = false
  const give = (event: ClipboardEvent) => {
    if (!event.clipboardData) return
    event.clipboardData.setData('text/html', html)
    event.clipboardData.setData('text/plain', text)
    event.preventDefault()
    isGiven = true
  }
  document.addEventListener('copy', give)
  try {
    return document.execCommand('copy') && isGiven
  } catch {
    return false
  } finally {
    document.removeEventListener('copy', give)
    selection?.removeAllRanges()
  }
}

async function copyByAsking({ html, text }: Copied): Promise<boolean> {
  try {
    const item = new ClipboardItem({
      'text/html': new Blob([html], { type: 'text/html' }),
      'text/plain': new Blob([text], { type: 'text/plain' }),
    })
    await navigator.clipboard.write([item])
    return true
  } catch {
    return false
  }
}
