import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isRefused } from '#contract/api.ts'
import { createClient } from './api/client.ts'
import { hasTypedWords } from './device/typed-words.ts'
import { useSite } from './use-site.ts'
import { watchMark } from './visits/watch-mark.ts'

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
