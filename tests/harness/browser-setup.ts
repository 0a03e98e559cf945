import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser, missingBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens. */
    browser: string
  }
}

export default async function setup(project: TestProject) {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error(missingBrowser)
  // Chromium refuses its sandbox to root; the pages are our own.
  const browser = await chromium.launchServer({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })

  project.provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
