import { afterEach, vi } from 'vitest'
import { loadMessages } from '../../web/i18n/use-translate.ts'

/** Components rendered by themselves are in English; tests of other languages load them. */
await loadMessages('en')

// The files of a worker share its globals. Stubs go first: a stubbed `performance` hides the one that fake timers changed.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
