import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { createClient } from './api/client.ts'
import { hasTypedWords } from './device/typed-words.ts'
import { useSite } from './use-site.ts'

/**
 * Reads the page anew soon after the plan of this card changed, wherever that was. Somebody who writes is left alone until they have
 * finished, unless the page says that their words are `kept` whatever it reads; who has been signed out finds out at the next press.
 */
export function usePlanWatch(alias: string, words: 'lost' | 'kept' = 'lost') {
  const { productSlug: slug } = useSite()
  const { revalidate } = useRevalidator()
  const renew = useEffectEvent(() => void revalidate())
  useEffect(() => {
    const { call } = createClient({ slug })
    const ask = async () => {
      try {
        return (await call('billing.mark', { params: { alias } })).mark
      } catch (thrown) {
        return isRefused(thrown) && [401, 404].includes(thrown.problem.status) ? 'gone' : null
      }
    }
    const watch = watchMark({
      ask,
      isHidden: () => document.hidden,
      mayRenew: () => words === 'kept' || !hasTypedWords(),
      renew: () => renew(),
    })
    document.addEventListener('visibilitychange', watch.look)
    addEventListener('focus', watch.look)
    addEventListener('online', watch.look)
    return () => {
      watch.end()
      document.removeEventListener('visibilitychange', watch.look)
      removeEventListener('focus', watch.look)
      removeEventListener('online', watch.look)
    }
  }, [alias, slug, words])
}

const everyMs = 5000
const atMostMs = 60_000

type Needs = {
  /** The mark as it is now; `gone` where nobody may ask any more; null where no answer came. */
  ask(): Promise<string | null>
  isHidden(): boolean
  /** False while words would be lost. */
  mayRenew(): boolean
  renew(): void
  after?: (act: () => void, ms: number) => () => void
}

/** Asks every few seconds while the page is seen, at once when it is seen again, and ever more seldom where nobody answers. */
export function watchMark({ ask, isHidden, mayRenew, renew, after = later }: Needs) {
  let known: string | null = null
  let waitMs = everyMs
  let isOver = false
  let isAsking = false
  let callOff = () => {}

  async function look() {
    if (isOver || isAsking || isHidden()) return
    callOff()
    isAsking = true
    const mark = await ask()
    isAsking = false
    if (isOver || mark === 'gone') return
    waitMs = mark === null ? Math.min(waitMs * 2, atMostMs) : everyMs
    if (mark !== null) compare(mark)
    callOff = after(() => void look(), waitMs)
  }
  function compare(mark: string) {
    if (known === null || known === mark) known = mark
    else if (mayRenew()) {
      known = mark
      renew()
    }
  }

  void look()
  return {
    look: () => void look(),
    end() {
      isOver = true
      callOff()
    },
  }
}

function later(act: () => void, ms: number) {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
