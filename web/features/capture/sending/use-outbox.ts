import { useEffect } from 'react'
import { snackbarMs } from '#contract/constants.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { onReconnect } from '../../../platform/connection/reach.ts'
import { useSite } from '../../../platform/use-site.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { confirmedInPlace } from './entry-drafts.ts'
import { outbox } from './outbox-store.ts'
import type { QueuedEntry } from './queued-entries.ts'
import type { Outcome } from './send-entry.ts'

/** Sends queued entries: now, when the network is back, and in between with growing pauses. */
export function useOutbox() {
  const { productSlug: slug } = useSite()
  const showToast = useToast()
  const t = useTranslate()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const onResult = ({ alias, owner }: QueuedEntry, outcome: Exclude<Outcome, { kind: 'unreachable' }>) => {
      if (outcome.kind === 'sent' && confirmedInPlace.has(alias)) return
      if (outcome.kind === 'sent') return showToast(t('capture.queuedSent', { name: owner }), { forMs: snackbarMs.notice })
      const message = outcome.messageKey ? t(outcome.messageKey) : outcome.message
      showToast(t('capture.queuedFailed', { name: owner, message }), { kind: 'error', forMs: snackbarMs.notice })
    }

    async function run(everything: boolean) {
      clearTimeout(timer)
      if (isOver || (await outbox.read()).length === 0 || !navigator.onLine) return
      // Loaded only when something is queued.
      const { flushOutbox } = await import('./flush-outbox.ts')
      const retryAt = await flushOutbox({ slug, everything, onResult })
      if (retryAt !== null && !isOver) timer = setTimeout(() => void run(false), Math.max(retryAt - Date.now(), 1000))
    }
    const back = () => void run(true)

    const leave = onReconnect(back)
    addEventListener('online', back)
    addEventListener(entryQueued, back)
    void run(true)
    return () => {
      isOver = true
      clearTimeout(timer)
      leave()
      removeEventListener('online', back)
      removeEventListener(entryQueued, back)
    }
  }, [slug, showToast, t])
}

/** Window event: an entry was queued. */
export const entryQueued = 'connect-entry-queued'
