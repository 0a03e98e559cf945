import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser, missingBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoint of the browser that the whole run shares. */
    browser: string
  }
}

/** Beacons of a closing page carry the browser's own user agent, not the test's: it must not look like a bot. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export default async function setup(project: TestProject) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(missingBrowser)
  // Chromium does not run its sandbox as root; the pages are the product's own.
  const browser = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--user-agent=${person}`],
  })

  project.provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
