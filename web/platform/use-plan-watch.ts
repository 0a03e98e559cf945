import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isProblem } from '#contract/api.ts'
import { createClient } from './api/client.ts'
import { hasUnsavedInput } from './device/unsaved-input.ts'
import { useSite } from './use-site.ts'

/**
 * Reloads the page's data soon after the card's plan changed on any device. Waits while the page has unsaved input, unless the page
 * keeps it across reloads (`kept`). A signed-out session ends the watch; the next call reports it. Without plans nothing is watched.
 */
export function usePlanWatch(alias: string, input: 'lost' | 'kept' = 'lost') {
  const { productSlug: slug, hasPlans } = useSite()
  const { revalidate } = useRevalidator()
  const reload = useEffectEvent(() => void revalidate())
  useEffect(() => {
    if (!hasPlans) return
    const { call } = createClient({ slug })
    const fetchMark = async () => {
      try {
        return (await call('billing.mark', { params: { alias } })).mark
      } catch (thrown) {
        return isProblem(thrown) && [401, 404].includes(thrown.problem.status) ? 'gone' : null
      }
    }
    const watch = watchMark({
      fetchMark,
      isHidden: () => document.hidden,
      canReload: () => input === 'kept' || !hasUnsavedInput(),
      reload: () => reload(),
    })
    document.addEventListener('visibilitychange', watch.check)
    addEventListener('focus', watch.check)
    addEventListener('online', watch.check)
    return () => {
      watch.end()
      document.removeEventListener('visibilitychange', watch.check)
      removeEventListener('focus', watch.check)
      removeEventListener('online', watch.check)
    }
  }, [alias, slug, input, hasPlans])
}

const everyMs = 5000
const atMostMs = 60_000

type Deps = {
  /** The current mark; `gone` if the session or card is gone; null without an answer. */
  fetchMark(): Promise<string | null>
  isHidden(): boolean
  /** False while unsaved input would be lost. */
  canReload(): boolean
  reload(): void
  after?: (act: () => void, ms: number) => () => void
}

/** Polls while the page is visible, at once when it becomes visible, and with growing pauses without an answer. */
export function watchMark({ fetchMark, isHidden, canReload, reload, after = setTimer }: Deps) {
  let known: string | null = null
  let waitMs = everyMs
  let isOver = false
  let isFetching = false
  let cancel = () => {}

  async function check() {
    if (isOver || isFetching || isHidden()) return
    cancel()
    isFetching = true
    const mark = await fetchMark()
    isFetching = false
    if (isOver || mark === 'gone') return
    waitMs = mark === null ? Math.min(waitMs * 2, atMostMs) : everyMs
    if (mark !== null) compare(mark)
    cancel = after(() => void check(), waitMs)
  }
  function compare(mark: string) {
    if (known === null || known === mark) known = mark
    else if (canReload()) {
      known = mark
      reload()
    }
  }

  void check()
  return {
    check: () => void check(),
    end() {
      isOver = true
      cancel()
    },
  }
}

function setTimer(act: () => void, ms: number) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
