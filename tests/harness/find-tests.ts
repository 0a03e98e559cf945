import { globSync, readFileSync } from 'node:fs'

/** Tests that run in process, told apart by whether they ask the harness for a database or a whole server. */
export function findTests(): { units: string[]; slices: string[] } {
  const files = globSync('{common,contract,server,web,operator,scripts,bench,tests}/**/*.test.{ts,tsx}', { exclude: ['web/build/**'] })
  const inProcess = files.filter((file) => !/^tests\/(start|journeys|(fuzz\/fuzz|budgets|boundaries)\.test)/.test(file))
  const asksHarness = (file: string) => /tests\/harness|\/(harness|factories)\//.test(file + readFileSync(file, 'utf8'))
  return { units: inProcess.filter((file) => !asksHarness(file)), slices: inProcess.filter(asksHarness) }
}
