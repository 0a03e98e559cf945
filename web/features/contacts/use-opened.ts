import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import type { ConnectedClient } from '#contract/contacts.ts'

type Found = ConnectedClient | null | undefined
type Needs = { id: string | null; known: Found; call: Api['call'] }

/** The contact in the address, as far as it is known or by asking for it; undefined while asking, null where there is none. */
export function useOpened({ id, known, call }: Needs): Found {
  const [asked, setAsked] = useState<{ id: string; contact: ConnectedClient | null } | null>(null)
  const isUnknown = known === undefined
  useEffect(() => {
    if (!id || !isUnknown || asked?.id === id) return
    let isOver = false
    const answer = (contact: ConnectedClient | null) => !isOver && setAsked({ id, contact })
    call('contacts.read', { params: { id } }).then(answer, () => answer(null))
    return () => {
      isOver = true
    }
  }, [id, isUnknown, asked, call])
  if (!id) return null
  if (!isUnknown) return known
  return asked?.id === id ? asked.contact : undefined
}
