import { useEffect, useState } from 'react'
import type { ApplicationSettings } from '#contract/cards/cards.ts'
import { useOwnerCall } from '../../../platform/api/use-owner-call.ts'
import { useEditor } from '../use-editor.ts'

type Roles = ApplicationSettings['services']
let known: Roles | null = null

/** The IDs of the website, Google and other services on this installation; null until loaded. */
export function useRoles(): Roles | null {
  const call = useOwnerCall(useEditor().facts.alias)
  const [roles, set] = useState(known)
  useEffect(() => {
    if (roles) return
    let isGone = false
    call('cards.settings').then(
      ({ services }) => {
        known = services
        if (!isGone) set(services)
      },
      // Without an answer the hints are left out.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [call, roles])
  return roles
}
