import { useEffect } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { whenBack } from '../../../platform/connection/reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { keptStore } from './kept-store.ts'
import type { KeptEntry } from './kept-entries.ts'
import type { Outcome } from './send-entry.ts'

/** Sends what waits on this device: now, when the network comes back, and in between ever more seldom. */
export function useKeptEntries() {
  const { productSlug: slug } = useSite()
  const showToast = useToast()
  const t = useTranslate()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const tell = ({ owner }: KeptEntry, outcome: Exclude<Outcome, { kind: 'unreachable' }>) => {
      if (outcome.kind === 'sent') showToast(t('capture.keptSent', { name: owner }), { forMs: snackbarMs.notice })
      else showToast(t('capture.keptRefused', { name: owner, message: outcome.message }), { kind: 'error', forMs: snackbarMs.notice })
    }

    async function run(everything: boolean) {
      clearTimeout(timer)
      if (isOver || (await keptStore.read()).length === 0 || !navigator.onLine) return
      // Fetched by who has something waiting.
      const { sendWaiting } = await import('./send-waiting.ts')
      const nextOn = await sendWaiting({ slug, everything, tell })
      if (nextOn !== null && !isOver) timer = setTimeout(() => void run(false), Math.max(nextOn - Date.now(), 1000))
    }
    const back = () => void run(true)

    const leave = whenBack(back)
    addEventListener('online', back)
    addEventListener(entryKept, back)
    void run(true)
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
      removeEventListener('online', back)
      removeEventListener(entryKept, back)
    }
  }, [slug, showToast, t])
}

/** Heard where an entry was just laid down. */
export const entryKept = 'connect-entry-kept'
