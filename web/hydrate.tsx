import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { loadLanguage } from './i18n/catalogues.ts'
import { languages } from './i18n/languages.ts'
import { beforeWaking } from './platform/before-waking.ts'
import { askForStylesAgain } from './platform/styles-again.ts'

/** Wakes the page in the language it is written in. */
export async function hydrate(): Promise<void> {
  const shown = languages.find((language) => language === document.documentElement.lang) ?? 'en'
  askForStylesAgain()
  await loadLanguage(shown)
  await Promise.allSettled(beforeWaking)
  startTransition(() => {
    hydrateRoot(document, <HydratedRouter />)
  })
}
