import { useCallback, useRef } from 'react'
import type { Api } from '#contract/api.ts'
import { useSeenContacts } from '../../platform/seen-contacts.ts'

/** Says once of a contact that it has been seen. If that does not arrive, it is new again on the next visit. */
export function useSeeing(call: Api['call'], shown: (id: string) => void) {
  const tellFrame = useSeenContacts()
  const said = useRef(new Set<string>())
  const latest = useRef({ call, shown, tellFrame })
  latest.current = { call, shown, tellFrame }
  return useCallback((id: string) => {
    if (said.current.has(id)) return
    said.current.add(id)
    const now = latest.current
    now.shown(id)
    now.tellFrame(id)
    now.call('contacts.setViewed', { input: { clientId: id } }).catch(() => said.current.delete(id))
  }, [])
}
