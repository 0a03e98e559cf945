import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { LoginReason } from '#contract/accounts/login-reasons.ts'
import { sideHref } from '#contract/pages.ts'
import { writeSession } from '../login/session-state.ts'
import { createOwnerClient } from './owner-client.ts'
import { useSite } from '../use-site.ts'

/** Calls as the owner of a card. Who turns out to be signed out is sent to log in, which says why, and comes back to this page. */
export function useOwnerCall(alias: string, why?: LoginReason): Api['call'] {
  const { productSlug } = useSite()
  const navigate = useNavigate()
  return useMemo(() => {
    const signedOut: Parameters<typeof createOwnerClient>[0]['signedOut'] = (message) => {
      writeSession({ isAuthenticated: false, message })
      const login = sideHref(alias, 'login')
      // A call that was still under way finds the login open already: its way back must not be the login.
      if (location.pathname === login) return
      const from = location.pathname + location.search
      void navigate(`${login}?${new URLSearchParams({ from, forceRelogin: 'on', ...(why ? { why } : {}) })}`)
    }
    return createOwnerClient({ slug: productSlug, signedOut }).call
  }, [alias, productSlug, navigate, why])
}
