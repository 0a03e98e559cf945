import { useEffect, useEffectEvent } from 'react'
import { useFollowUpdate } from '../../platform/app/app-update.ts'
import { useReconnect } from '../../platform/connection/use-reach.ts'
import { precacheCard } from './precache-card.ts'
import { useRefetch } from './use-refetch.ts'

/** In the installed card: caches it at every start, and refetches as soon as the server is reachable. */
export function RefreshCardCache({ alias }: { alias: string }) {
  const refetch = useRefetch()
  useFollowUpdate()
  const cache = useEffectEvent(async () => {
    const { isNewer } = await precacheCard(alias)
    if (isNewer) await refetch()
  })
  useEffect(() => void cache(), [alias])
  useReconnect(() => {
    void refetch()
    void cache()
  })
  return null
}
