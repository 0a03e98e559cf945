import { defineConfig } from 'vitest/config'
import { findTests } from './tests/harness/find-tests.ts'

const { units, slices } = findTests()
const setupFiles = ['tests/harness/strict-console.ts']
const database = 'tests/harness/database-setup.ts'
const site = 'tests/harness/site-setup.ts'
const browser = 'tests/harness/browser-setup.ts'
const patient = { testTimeout: 60_000, hookTimeout: 60_000 }

/**
 * units and slices run in process, slices on a database of their own per file. start watches the program as a process.
 * budgets and journeys share one running product; journeys are walked in one real browser, one after the other.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'boundaries', include: ['tests/boundaries.test.ts'], setupFiles } },
      { test: { name: 'units', include: units, setupFiles: [...setupFiles, 'tests/harness/speak-english.ts'] } },
      { test: { name: 'slices', include: slices, setupFiles, globalSetup: [database], testTimeout: 15_000, hookTimeout: 30_000 } },
      { test: { name: 'start', include: ['tests/start/**/*.test.ts'], setupFiles, fileParallelism: false, ...patient } },
      { test: { name: 'budgets', include: ['tests/budgets.test.ts'], setupFiles, globalSetup: [database, site], ...patient } },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          setupFiles,
          globalSetup: [database, site, browser],
          fileParallelism: false,
          ...patient,
        },
      },
    ],
  },
})
