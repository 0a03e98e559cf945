import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser, missingBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens. */
    browser: string
  }
}

/** What a closing page sends goes out under the browser's own name, whatever a test calls itself: it must not be a machine's. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export default async function setup(project: TestProject) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(missingBrowser)
  // Chromium refuses its sandbox to root; the pages are our own.
  const browser = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--user-agent=${person}`],
  })

  project.provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
