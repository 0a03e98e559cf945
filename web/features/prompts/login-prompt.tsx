import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin } from '../../platform/login/login-check.ts'
import { expectOnStage, whenOnStage } from '../../platform/waking/stage.ts'
import { isSimulated, isStandalone } from '../../platform/app/standalone.ts'
import { useSite } from '../../platform/use-site.ts'
import { mayLogin } from './rules.ts'

/** Sends an app that starts without a session to the login, once per start and before its stories. */
export function LoginPrompt({ alias, cardKey, isSkipped }: { alias: string; cardKey: string; isSkipped: boolean }) {
  const { productSlug: slug } = useSite()
  const { pathname, search } = useLocation()

  const may = useEffectEvent(() =>
    mayLogin({
      isInstalled: isStandalone(),
      isSimulated: isSimulated(search),
      isPreview: new URLSearchParams(search).get('preview') === 'on',
      isSkipped,
      isAuthenticated: false,
      isOnline: navigator.onLine,
      wasAsked: wasAsked(alias),
    }),
  )
  const speak = useEffectEvent((leave: () => void) => {
    rememberAsked(alias)
    // Whoever comes back by the browser's own way finds the stage free.
    addEventListener('pagehide', leave, { once: true })
    location.assign(`${sideHref(alias, 'login')}?${new URLSearchParams({ from: pathname + search })}`)
  })

  useEffect(() => {
    if (!may()) return
    const notComing = expectOnStage('login')
    let callOff = () => {}
    let isOver = false
    checkLogin({ slug, cardKey }).then(({ kind }) => {
      if (isOver) return
      // Signed in here, or at another card and a visitor of this one.
      if (kind !== 'out') return notComing()
      callOff = whenOnStage('login', (leave) => (may() ? speak(leave) : leave()))
    }, notComing)
    return () => {
      isOver = true
      callOff()
      notComing()
    }
  }, [alias, cardKey, slug])

  return null
}

const keyOf = (alias: string) => `login-asked:${alias.toLowerCase()}`
const askedHere = new Set<string>()

/** Whether the login was asked for since the app was started; a page loaded anew is the same start. */
function wasAsked(alias: string): boolean {
  try {
    return askedHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return askedHere.has(alias)
  }
}

function rememberAsked(alias: string) {
  askedHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Refused or full: until the page is loaded anew it is remembered here.
  }
}
