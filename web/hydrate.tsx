import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadMessages } from './i18n/use-translate.ts'
import { languages } from '#contract/languages.ts'
import { beforeWaking } from './platform/waking/before-waking.ts'

/** Wakes the page in the language it is written in. */
export async function hydrate(): Promise<void> {
  const shown = languages.find((language) => language === document.documentElement.lang) ?? 'en'
  askForStylesAgain()
  await loadMessages(shown)
  await Promise.allSettled(beforeWaking)
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}

const againMs = 3000

/**
 * A style sheet that does not come on a bad network is asked for until it does: a part of the page never stays without its
 * looks. React waits for the first answer alone, and hears of the failure as a promise that nobody holds.
 */
function askForStylesAgain() {
  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
      setTimeout(() => target.setAttribute('href', target.href), againMs)
    },
    true,
  )
  addEventListener('unhandledrejection', (lost) => lost.reason instanceof Event && lost.preventDefault())
}
