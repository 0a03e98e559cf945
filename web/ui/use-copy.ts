import { useEffect, useState } from 'react'
import { useToast } from './overlay/toast.tsx'

type Words = { good: string; bad: string; forMs: number }

/** Copies and shows a toast; its state is true while the toast is visible. */
export function useCopy({ good, bad, forMs }: Words): [isCopied: boolean, copy: (text: string) => Promise<boolean>] {
  const showToast = useToast()
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), forMs)
    return () => clearTimeout(timer)
  }, [copiedAt, forMs])

  async function copy(text: string): Promise<boolean> {
    const isDone = await copyText(text)
    showToast(isDone ? good : bad, { kind: isDone ? 'done' : 'error', forMs })
    if (isDone) setCopiedAt(Date.now())
    return isDone
  }
  return [copiedAt !== null, copy]
}

/** Copies a text to the clipboard. False if the browser denies it. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

/** Without TLS there is no clipboard API: copies a selection instead. */
function copyBySelecting(text: string): boolean {
  const field = document.createElement('textarea')
  const before = document.activeElement
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  // Inside the open dialog, or the selection is lost.
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
