import { globSync, readFileSync } from 'node:fs'

/**
 * Tests that run in process, told apart by whether they ask the harness for a database or a whole server. `*.long.test.ts`
 * floods, kills, fuzzes, moves installations or waits for a clock that is not ours, and asks for one too.
 */
export function findTests(): { units: string[]; slices: string[]; long: string[] } {
  const files = globSync('{common,contract,server,web,cli,scripts,lab,tests}/**/*.test.{ts,tsx}', { exclude: ['web/build/**'] })
  const inProcess = files.filter((file) => !/^tests\/(start|journeys|budgets\.test|boundaries\.test)/.test(file))
  const long = inProcess.filter((file) => file.endsWith('.long.test.ts'))
  const short = inProcess.filter((file) => !long.includes(file))
  const asksHarness = (file: string) => /tests\/harness|\/(harness|factories)\//.test(file + readFileSync(file, 'utf8'))
  return { units: short.filter((file) => !asksHarness(file)), slices: short.filter(asksHarness), long }
}
