import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { Api } from '#contract/api.ts'
import type { LoginReason } from '#contract/accounts/login-reasons.ts'
import { sideHref } from '#contract/pages.ts'
import { writeSession } from '../login/session-state.ts'
import { createOwnerClient } from './owner-client.ts'
import { useSite } from '../use-site.ts'

/** Calls as the owner of a card. A signed-out owner is sent to the login, which shows the reason and returns to this page. */
export function useOwnerCall(alias: string, why?: LoginReason): Api['call'] {
  const { productSlug } = useSite()
  const navigate = useNavigate()
  return useMemo(() => {
    const signedOut: Parameters<typeof createOwnerClient>[0]['signedOut'] = (message) => {
      writeSession({ isAuthenticated: false, message })
      const login = sideHref(alias, 'login')
      // A pending call may end when the login is already open: the login must not return to itself.
      if (location.pathname === login) return
      const from = location.pathname + location.search
      void navigate(`${login}?${new URLSearchParams({ from, forceRelogin: 'on', ...(why ? { why } : {}) })}`)
    }
    return createOwnerClient({ slug: productSlug, signedOut }).call
  }, [alias, productSlug, navigate, why])
}
