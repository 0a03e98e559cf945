import { useRef } from 'react'
import type { Api } from '#contract/api.ts'
import { useSeenContacts } from '../../platform/seen-contacts.ts'

/** Says once of a contact that it has been seen. If that does not arrive, it is new again on the next visit. */
export function useSeeing(call: Api['call'], shown: (id: string) => void) {
  const tellFrame = useSeenContacts()
  const said = useRef(new Set<string>())
  return (id: string) => {
    if (said.current.has(id)) return
    said.current.add(id)
    shown(id)
    tellFrame(id)
    call('contacts.setViewed', { input: { clientId: id } }).catch(() => said.current.delete(id))
  }
}
