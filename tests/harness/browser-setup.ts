import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser, findShell, missingBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoints of the browsers that the whole run shares. The shell has no notifications, installation or wake locks. */
    browsers: { shell: string; complete: string }
  }
}

/** Beacons of a closing page carry the browser's own user agent, not the test's: it must not look like a bot. */
const person = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

export default async function setup(project: TestProject) {
  const path = findBrowser()
  if (!path) throw new Error(missingBrowser)
  const complete = await launch(path)
  const shellPath = findShell()
  const shell = shellPath ? await launch(shellPath) : complete
  project.provide('browsers', { shell: shell.wsEndpoint(), complete: complete.wsEndpoint() })
  return () => Promise.all([...new Set([shell, complete])].map((one) => one.close()))
}

// Chromium does not run its sandbox as root; the pages are the product's own.
const launch = (executablePath: string) =>
  chromium.launchServer({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', `--user-agent=${person}`] })
