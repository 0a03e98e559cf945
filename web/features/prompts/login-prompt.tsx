import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'
import { sideHref } from '#contract/pages.ts'
import { checkLogin } from '../../platform/login/login-check.ts'
import { expectPrompt, whenPromptSlotFree } from '../../platform/prompts/prompt-slot.ts'
import { isSimulated, isStandalone } from '../../platform/app/standalone.ts'
import { useSite } from '../../platform/use-site.ts'
import { shouldPromptLogin } from './rules.ts'

/** Sends an installed app without a session to the login, once per start and before the stories. */
export function LoginPrompt({ alias, cardKey, isSkipped }: { alias: string; cardKey: string; isSkipped: boolean }) {
  const { productSlug: slug } = useSite()
  const { pathname, search } = useLocation()

  const isAllowed = useEffectEvent(() =>
    shouldPromptLogin({
      isInstalled: isStandalone(),
      isSimulated: isSimulated(search),
      isPreview: new URLSearchParams(search).get('preview') === 'on',
      isSkipped,
      isAuthenticated: false,
      isOnline: navigator.onLine,
      wasPrompted: wasPrompted(alias),
    }),
  )
  const show = useEffectEvent((leave: () => void) => {
    rememberPrompted(alias)
    // If the user navigates back, the slot is free again.
    addEventListener('pagehide', leave, { once: true })
    location.assign(`${sideHref(alias, 'login')}?${new URLSearchParams({ from: pathname + search })}`)
  })

  useEffect(() => {
    if (!isAllowed()) return
    const withdraw = expectPrompt('login')
    let cancel = () => {}
    let isOver = false
    checkLogin({ slug, cardKey }).then(({ kind }) => {
      if (isOver) return
      // Signed in: as this card's owner, or as another card's owner visiting this one.
      if (kind !== 'out') return withdraw()
      cancel = whenPromptSlotFree('login', (leave) => (isAllowed() ? show(leave) : leave()))
    }, withdraw)
    return () => {
      isOver = true
      cancel()
      withdraw()
    }
  }, [alias, cardKey, slug])

  return null
}

const keyOf = (alias: string) => `login-asked:${alias.toLowerCase()}`
const promptedHere = new Set<string>()

/** Whether the app prompted for the login since it was started. A reload is the same start. */
function wasPrompted(alias: string): boolean {
  try {
    return promptedHere.has(alias) || sessionStorage.getItem(keyOf(alias)) !== null
  } catch {
    return promptedHere.has(alias)
  }
}

function rememberPrompted(alias: string) {
  promptedHere.add(alias)
  try {
    sessionStorage.setItem(keyOf(alias), 'yes')
  } catch {
    // Storage is blocked or full: remembered until the page reloads.
  }
}
