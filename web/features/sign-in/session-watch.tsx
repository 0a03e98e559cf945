import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin, type LoginState } from '../../platform/login/login-check.ts'
import { becomeOwnersApp, isOwnersApp, writeSession } from '../../platform/login/session-state.ts'
import { useAppHref } from '../../platform/app/use-app-address.ts'
import { useInstalled } from '../../platform/app/use-installed.ts'
import { useReport } from '../../platform/visits/use-report.ts'
import { useSite } from '../../platform/use-site.ts'
import { afterHash } from './after-hash.ts'

type Props = {
  alias: string
  cardKey: string
  /** The page was drawn for its owner. */
  isOwn: boolean
  /** The page is the owner's alone where the app is the owner's. */
  isGuarded: boolean
}

/** What a card does about the login: hears what the address says of it, and looks by itself where the card is an app. */
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
      // Somebody signed in at another card visits this one, and stays signed in there. In its owner's app they log in again.
      if (isOwnersApp(alias)) location.assign(`/bff/logout?${new URLSearchParams({ sid: state.sid, returnUrl: login })}`)
      return
    }
    const isIn = state.kind === 'in'
    if (!isIn && mustLogIn({ isApp: checks, isOwnersApp: isOwnersApp(alias), isGuarded })) return location.replace(login)
    if (isIn) becomeOwnersApp(alias)
    if (isIn !== isOwn) void revalidate()
  })

  // Who was never signed in here is looked for once; an owner's app looks on each page that is the owner's.
  const hasLooked = useRef(false)
  useEffect(() => {
    if (!checks || (hasLooked.current && !(isGuarded && isOwnersApp(alias)))) return
    hasLooked.current = true
    // Offline: the card is there all the same.
    checkLogin({ slug, cardKey }).then(answer, () => {})
  }, [checks, isGuarded, pathname, alias, slug, cardKey])

  return null
}

export type Here = {
  /** It runs as an app, and is no preview of one. */
  isApp: boolean
  /** The app's owner has been signed in here before, and has not signed out since. */
  isOwnersApp: boolean
  /** The page is one that an owner's app shows to its owner alone. */
  isGuarded: boolean
}

/** A card is looked at by visitors, unless it runs as the app of its owner. */
const isVisitorMode = ({ isApp, isOwnersApp }: Omit<Here, 'isGuarded'>) => !isApp || !isOwnersApp

/** Whether who is not signed in may not see the page. */
export const mustLogIn = (here: Here) => here.isGuarded && !isVisitorMode(here)

/** Whether the card looks by itself who is signed in: as an app it does, in a browser's tab and in a preview it does not. */
function useChecks(): boolean {
  const isPreview = new URLSearchParams(useLocation().search).get('preview') === 'on'
  return useInstalled() && !isPreview
}
