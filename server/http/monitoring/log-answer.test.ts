import { expect, test } from 'vitest'
import { silentLog } from '#server/integrations/silent-log.ts'
import { readSettings } from '#server/settings.ts'
import { logAnswer } from './log-answer.ts'

test.each([
  ['', [1000, 2400.6]],
  ['500', [999, 1000, 2400.6]],
  ['all', [0.1, 999, 1000, 2400.6]],
  ['off', []],
])('with LOG_ANSWERS “%s” the log has the answers that took %j ms', (chosen, expected) => {
  const settings = readSettings({ DEMO: 'off', LOG_ANSWERS: chosen })
  const logged: unknown[] = []
  const log = { ...silentLog, info: (event: string, fields?: object) => void logged.push({ event, ...fields }) }
  for (const tookMs of [0.12, 999, 1000, 2400.61])
    logAnswer({ log, settings }, { id: 'a1', place: 'page', method: 'GET', status: 200, tookMs })
  expect(logged).toEqual(expected.map((ms) => ({ event: 'answered', id: 'a1', place: 'page', method: 'GET', status: 200, ms })))
})
