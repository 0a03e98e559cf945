import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { findTests } from './tests/harness/find-tests.ts'
import { patienceMs } from './tests/harness/patience.ts'

const { units, slices, long } = findTests()
const database = 'tests/harness/database-setup.ts'
const site = 'tests/harness/site-setup.ts'
const browser = 'tests/harness/browser-setup.ts'
const quickStart = 'tests/start/stopping.test.ts'
const longJourneys = 'tests/journeys/*.long.test.ts'
/** Each kind of request, with and without transactions, storage and jobs. */
const pooled = ['tests/pooled/*.test.ts', 'server/contacts/routes.test.ts', 'server/{cards/public,links,media,push}/**/*.test.ts']
const setupFiles = ['tests/harness/strict-console.ts']

/** A machine may be busy: a wait that fails reports itself long before its test runs out of time. */
const shared = { setupFiles, testTimeout: 4 * patienceMs, hookTimeout: 4 * patienceMs, expect: { poll: { timeout: patienceMs } } }

/** Two even on two cores: much of a test is waiting for a database, or for the files it begins with. */
const maxWorkers = Math.max(2, availableParallelism() - 1)

const inBrowser = { ...shared, globalSetup: [database, site, browser], maxWorkers: 2, isolate: false }

/**
 * units and slices run in process; start and resilience watch the program as a process. Journeys need one real browser and a
 * running product, as the size budgets do. They run two at a time, each worker with a product of its own. The long ones walk
 * every page, installed cards, updates and attacks; what is timed runs alone. Without isolation a worker loads the server, and
 * opens what its files share, once.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { ...shared, name: 'boundaries', include: ['tests/boundaries.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'units',
          include: units,
          // A third of their time is waiting: for time limits of services that don't answer, and pauses before another try.
          maxWorkers: maxWorkers + 2,
          isolate: false,
          setupFiles: [...setupFiles, 'tests/harness/units-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'slices',
          include: slices,
          maxWorkers,
          isolate: false,
          globalSetup: [database],
          setupFiles: [...setupFiles, 'tests/harness/cluster-plans.ts'],
        },
      },
      { test: { ...shared, name: 'slices-long', include: long, maxWorkers, globalSetup: [database] } },
      { test: { ...shared, name: 'cluster', include: ['tests/cluster/*.test.ts'], maxWorkers: 2, globalSetup: [database] } },
      { test: { ...shared, name: 'pooled', include: pooled, maxWorkers, isolate: false, globalSetup: [database] } },
      { test: { ...shared, name: 'start', include: [quickStart], fileParallelism: false } },
      { test: { ...shared, name: 'resilience', include: ['tests/start/*.test.ts'], exclude: [quickStart], maxWorkers: 2 } },
      { test: { ...inBrowser, name: 'journeys', include: ['tests/budgets.test.ts', 'tests/journeys/*.test.ts'], exclude: [longJourneys] } },
      { test: { ...inBrowser, name: 'journeys-long', include: [longJourneys] } },
      { test: { ...inBrowser, name: 'journeys-timed', include: ['tests/journeys/timed/*.test.ts'], maxWorkers: 1 } },
    ],
  },
})
