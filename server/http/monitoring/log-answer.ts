import type { Settings } from '#server/settings.ts'
import type { Log } from '#server/integrations/log.ts'

type Answer = { id: string; place: string; method: string | undefined; status: number; tookMs: number }
type Deps = { log: Log; settings: Pick<Settings, 'logAnswersMs'> }

/** One line for an answer that took LOG_ANSWERS or longer. `/metrics` counts all of them. */
export function logAnswer({ log, settings }: Deps, { tookMs, ...answer }: Answer) {
  if (tookMs >= settings.logAnswersMs) log.info('answered', { ...answer, ms: Math.round(tookMs * 10) / 10 })
}
