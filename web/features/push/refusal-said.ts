import { isRefused } from '#contract/api.ts'
import type { LaterSay } from '../../i18n/say.ts'

/** Why a change was not kept: the server's own words, or none where nothing answered. */
export function refusalSaid(thrown: unknown, say: LaterSay): string {
  const message = isRefused(thrown) && !(thrown.problem.status >= 500) ? wordsOf(thrown.problem) : ''
  return message ? say('push.notSaved', { message }) : say('push.notSavedBare')
}

function wordsOf(problem: object): string {
  const said: unknown = Reflect.get(problem, 'message') ?? Reflect.get(problem, 'title')
  return typeof said === 'string' ? said : ''
}
