import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin } from '../../platform/login-check.ts'
import { writeSession } from '../../platform/session-state.ts'
import { useReport } from '../../platform/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { afterHash } from './after-hash.ts'
import { useChecks } from './use-checks.ts'

type Props = { alias: string; cardKey: string }

/** What a card does about the login: hears what the address says of it, and looks by itself where the card is an app. */
export function SessionWatch({ alias, cardKey }: Props) {
  const { productSlug: slug } = useSite()
  const { hash, pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const report = useReport()
  const checks = useChecks()
  const login = `${sideHref(alias, 'login')}?${new URLSearchParams({ from: pathname + search, forceRelogin: 'on' })}`

  useEffect(() => {
    const { isBack, isForced, rest } = afterHash(hash)
    if (isForced) return location.replace(login)
    if (!isBack) return
    history.replaceState(history.state, '', pathname + search + rest)
    writeSession({ isAuthenticated: true, message: null })
    report('homepage_event', 'login')
    void revalidate()
  }, [hash, login, pathname, search, report, revalidate])

  useEffect(() => {
    if (!checks) return
    checkLogin({ slug, cardKey })
      .then((state) => {
        if (state.kind === 'foreign') location.assign(`/bff/logout?${new URLSearchParams({ sid: state.sid, returnUrl: login })}`)
      })
      // Offline: the card is there all the same.
      .catch(() => {})
  }, [checks, slug, cardKey, login])

  return null
}
