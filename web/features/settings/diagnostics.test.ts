import { expect, test } from 'vitest'
import { showsDiagnostics } from './diagnostics.ts'

const on = (name: string) => [{ name, enabled: true }]

test.each(['DebugClientConnect', 'DebugTour', 'DebugLogs'])('SET-1 %s opens the debug panels', (name) => {
  expect(showsDiagnostics('1.2.0', on(name))).toBe(true)
  expect(showsDiagnostics('1.2.0', [{ name, enabled: false }])).toBe(false)
})

test('SET-1 a prerelease has debug panels, a release does not', () => {
  expect([showsDiagnostics('1.2.0-beta.1', []), showsDiagnostics('1.2.0', on('EnableTranslations'))]).toEqual([true, false])
})
