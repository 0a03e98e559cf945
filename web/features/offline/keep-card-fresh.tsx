import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { useFollowUpdate } from '../../platform/app-update.ts'
import { useBack } from '../../platform/use-reach.ts'
import { keepCard } from './keep-card.ts'

/** In the installed card: keeps it at every start, and shows what is newest as soon as the server can be reached. */
export function KeepCardFresh({ alias }: { alias: string }) {
  const { revalidate } = useRevalidator()
  useFollowUpdate()
  const keep = useEffectEvent(async () => {
    const { isNewer } = await keepCard(alias)
    if (isNewer) await revalidate()
  })
  useEffect(() => void keep(), [alias])
  useBack(() => {
    void revalidate()
    void keep()
  })
  return null
}
