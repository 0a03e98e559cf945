import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin } from '../../platform/login-check.ts'
import { isSimulated, isStandalone } from '../../platform/standalone.ts'
import { useSite } from '../../platform/use-site.ts'
import { mayLogin } from './rules.ts'
import { schedule } from './schedule.ts'
import { rememberAsked, wasAsked } from './this-start.ts'

/** Leads who starts the app without being signed in to the login, once a start. */
export function LoginPrompt({ alias, cardKey, isSkipped }: { alias: string; cardKey: string; isSkipped: boolean }) {
  const { productSlug: slug } = useSite()
  const { pathname, search } = useLocation()

  const may = useEffectEvent((isAuthenticated: boolean) =>
    mayLogin({
      isInstalled: isStandalone(),
      isSimulated: isSimulated(search),
      isPreview: new URLSearchParams(search).get('preview') === 'on',
      isSkipped,
      isAuthenticated,
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
    if (!may(false)) return
    let callOff = () => {}
    let isOver = false
    checkLogin({ slug, cardKey }).then(
      ({ kind }) => {
        // Somebody else's session is another's to end.
        if (!isOver && kind !== 'foreign') callOff = schedule({ name: 'login', delayMs: 0, may: () => may(kind === 'in'), speak })
      },
      // Nobody answers: the app is used without a connection.
      () => {},
    )
    return () => {
      isOver = true
      callOff()
    }
  }, [alias, cardKey, slug])

  return null
}
