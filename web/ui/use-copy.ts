import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'
import { useSnackbar } from './snackbar.tsx'

type Words = { good: string; bad: string; forMs: number }

/** Copies, says so, and for as long as it says so knows that it has just been done. */
export function useCopy({ good, bad, forMs }: Words): [isCopied: boolean, copy: (text: string) => Promise<boolean>] {
  const show = useSnackbar()
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), forMs)
    return () => clearTimeout(timer)
  }, [copiedAt, forMs])

  async function copy(text: string): Promise<boolean> {
    const isDone = await copyText(text)
    show(isDone ? good : bad, { isBad: !isDone, forMs })
    if (isDone) setCopiedAt(Date.now())
    return isDone
  }
  return [copiedAt !== null, copy]
}
