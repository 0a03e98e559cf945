import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin, type LoginState } from '../../platform/login/login-check.ts'
import { markOwnersApp, isOwnersApp, writeSession } from '../../platform/login/session-state.ts'
import { useAppHref } from '../../platform/app/use-app-address.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { afterHash } from './after-hash.ts'

type Props = {
  alias: string
  cardKey: string
  /** The page was rendered for its owner. */
  isOwn: boolean
  /** In the owner's app, the page is for the owner only. */
  isGuarded: boolean
}

/** Handles the login on a card: reads the result from the address, and checks the session if the card runs as an app. */
export function SessionWatch({ alias, cardKey, isOwn, isGuarded }: Props) {
  const { productSlug: slug } = useSite()
  const { hash, pathname, search } = useLocation()
  const { revalidate } = useRevalidator()
  const report = useReport()
  const checks = useChecks()
  const appHref = useAppHref()
  const from = search ? pathname + search : appHref(pathname)
  const login = `${sideHref(alias, 'login')}?${new URLSearchParams({ from, forceRelogin: 'on' })}`

  useEffect(() => {
    const { isBack, isForced, rest } = afterHash(hash)
    if (isForced) return location.replace(login)
    if (!isBack) return
    history.replaceState(history.state, '', pathname + search + rest)
    writeSession({ isAuthenticated: true, message: null })
    report('homepage_event', 'login')
    void revalidate()
  }, [hash, login, pathname, search, report, revalidate])

  const answer = useEffectEvent((state: LoginState) => {
    if (state.kind === 'foreign') {
      // Signed in for another card: a visitor here, and still signed in there. In the owner's app they log in again.
      if (isOwnersApp(alias)) location.assign(`/bff/logout?${new URLSearchParams({ sid: state.sid, returnUrl: login })}`)
      return
    }
    const isIn = state.kind === 'in'
    if (!isIn && mustLogIn({ isApp: checks, isOwnersApp: isOwnersApp(alias), isGuarded })) return location.replace(login)
    if (isIn) markOwnersApp(alias)
    if (isIn !== isOwn) void revalidate()
  })

  // Without a previous login it checks once; an owner's app checks on each guarded page.
  const hasChecked = useRef(false)
  useEffect(() => {
    if (!checks || (hasChecked.current && !(isGuarded && isOwnersApp(alias)))) return
    hasChecked.current = true
    // Offline: the card still works.
    checkLogin({ slug, cardKey }).then(answer, () => {})
  }, [checks, isGuarded, pathname, alias, slug, cardKey])

  return null
}

export type LoginContext = {
  /** It runs as an app, not as a preview. */
  isApp: boolean
  /** The owner has signed in to the app here and not signed out since. */
  isOwnersApp: boolean
  /** An owner's app shows this page to its owner only. */
  isGuarded: boolean
}

/** A card is in visitor mode, unless it runs as its owner's app. */
const isVisitorMode = ({ isApp, isOwnersApp }: Omit<LoginContext, 'isGuarded'>) => !isApp || !isOwnersApp

/** True if the page needs a login. */
export const mustLogIn = (here: LoginContext) => here.isGuarded && !isVisitorMode(here)

/** True if the card checks the session: as an app, not in a browser tab or preview. */
function useChecks(): boolean {
  const isPreview = new URLSearchParams(useLocation().search).get('preview') === 'on'
  return useInstalled() && !isPreview
}
