import { readFileSync } from 'node:fs'
import { listTestFiles } from '../boundaries/code-folders.ts'

/**
 * Tests that run in process: units, and slices that use a database or the app from the harness. `*.long.test.ts` put the server
 * under load, kill it, fuzz it, migrate data or wait in real time, and use a database too.
 */
export function findTests(): { units: string[]; slices: string[]; long: string[] } {
  const inProcess = listTestFiles().filter((file) => !/^tests\/(start|journeys|cluster|pooled|budgets\.test|boundaries\.test)/.test(file))
  const long = inProcess.filter((file) => file.endsWith('.long.test.ts'))
  const short = inProcess.filter((file) => !long.includes(file))
  // These need no database.
  const withoutOne = /harness\/(admin-pages|eventually|ignore-style-errors|patience)\.ts/g
  const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll(withoutOne, '')
  const usesHarness = (file: string) => /tests\/harness|\/(harness|factories)\//.test(file + textOf(file))
  return { units: short.filter((file) => !usesHarness(file)), slices: short.filter(usesHarness), long }
}
