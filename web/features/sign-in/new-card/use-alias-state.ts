import { useEffect, useState } from 'react'
import type { AliasState } from '#contract/cards/aliases.ts'
import type { Api } from '#contract/api.ts'
import { createOwnerClient } from '../../../platform/api/owner-client.ts'
import { useSite } from '../../../platform/use-site.ts'

const restMs = 350

/** Calls as who is signed in, without a card. */
export function useOwnCall(): Api['call'] {
  const { productSlug } = useSite()
  const [client] = useState(() => createOwnerClient({ slug: productSlug, signedOut: () => {} }))
  return client.call
}

export type Answered = { typed: string; state: AliasState; round: number }

/** What is known of the address that stands in the field: asked for when typing rests, and anew in each round. `null` while it is not known. */
export function useAliasState(typed: string, name: string, round: number, before: Answered | null): AliasState | null {
  const call = useOwnCall()
  const [answered, setAnswered] = useState(before)
  const isKnown = answered?.typed === typed && answered.round === round
  useEffect(() => {
    if (typed.trim() === '' || isKnown) return
    let isOver = false
    const timer = setTimeout(async () => {
      // Not answered is not told: sending the form asks again.
      const state = await call('cards.aliasState', { params: { alias: typed.trim() }, query: { name } }).catch(() => null)
      if (state && !isOver) setAnswered({ typed, state, round })
    }, restMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [typed, name, round, isKnown, call])
  return isKnown ? answered.state : null
}
