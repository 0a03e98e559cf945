import { useEffect, useState } from 'react'
import type { Api } from '#contract/api.ts'
import type { ConnectedClient } from '#contract/contacts.ts'

type Needs = { id: string | null; known: ConnectedClient | null; call: Api['call'] }

/** The contact in the address, from the list or by asking for it; undefined while asking, null where there is none. */
export function useOpened({ id, known, call }: Needs): ConnectedClient | null | undefined {
  const [asked, setAsked] = useState<{ id: string; contact: ConnectedClient | null } | null>(null)
  const isKnown = known !== null
  useEffect(() => {
    if (!id || isKnown || asked?.id === id) return
    let isOver = false
    const answer = (contact: ConnectedClient | null) => !isOver && setAsked({ id, contact })
    call('contacts.read', { params: { id } }).then(answer, () => answer(null))
    return () => {
      isOver = true
    }
  }, [id, isKnown, asked, call])
  if (!id) return null
  return known ?? (asked?.id === id ? asked.contact : undefined)
}
