import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadMessages } from './i18n/use-translate.ts'
import { languages } from '#contract/languages.ts'
import { beforeHydration } from './platform/hydration/before-hydration.ts'

/** Hydrates the page in its language. */
export async function hydrate(): Promise<void> {
  const language = languages.find((one) => one === document.documentElement.lang) ?? 'en'
  retryStyles()
  await loadMessages(language)
  await Promise.allSettled(beforeHydration)
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}

const againMs = 3000

/**
 * Retries style sheets that fail to load on a bad network. React waits for the first attempt only and reports the failure as an
 * unhandled rejection.
 */
function retryStyles() {
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
