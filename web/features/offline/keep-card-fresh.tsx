import { useEffect, useEffectEvent } from 'react'
import { useFollowUpdate } from '../../platform/app/app-update.ts'
import { useBack } from '../../platform/connection/use-reach.ts'
import { keepCard } from './keep-card.ts'
import { useAskAnew } from './use-ask-anew.ts'

/** In the installed card: keeps it at every start, and shows what is newest as soon as the server can be reached. */
export function KeepCardFresh({ alias }: { alias: string }) {
  const askAnew = useAskAnew()
  useFollowUpdate()
  const keep = useEffectEvent(async () => {
    const { isNewer } = await keepCard(alias)
    if (isNewer) await askAnew()
  })
  useEffect(() => void keep(), [alias])
  useBack(() => {
    void askAnew()
    void keep()
  })
  return null
}
