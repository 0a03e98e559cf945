import { useEffect, useState } from 'react'
import type { AliasState } from '#contract/cards/aliases.ts'
import type { Api } from '#contract/api.ts'
import { createOwnerClient } from '../../../platform/api/owner-client.ts'
import { useSite } from '../../../platform/use-site.ts'

const restMs = 350

/** Calls as a signed-in account without a card. */
export function useOwnCall(): Api['call'] {
  const { productSlug } = useSite()
  const [client] = useState(() => createOwnerClient({ slug: productSlug, signedOut: () => {} }))
  return client.call
}

type Answered = { typed: string; state: AliasState; round: number }

/** The availability of the typed address: debounced, and checked again each round. Null while unknown. */
export function useAliasState(typed: string, name: string, round: number, before: Answered | null): AliasState | null {
  const call = useOwnCall()
  const [answered, setAnswered] = useState(before)
  const isKnown = answered?.typed === typed && answered.round === round
  useEffect(() => {
    if (typed.trim() === '' || isKnown) return
    let isOver = false
    const timer = setTimeout(async () => {
      // No answer, no message: submitting checks again.
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
