import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'chromium-headless-shell',
  'microsoft-edge',
]
const places = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
]
/** Download folders of playwright-core by platform. */
const caches = [
  process.env.PLAYWRIGHT_BROWSERS_PATH,
  join(homedir(), '.cache/ms-playwright'),
  join(homedir(), 'Library/Caches/ms-playwright'),
]
const downloaded = '{chromium_headless_shell,chromium}-*/*/{headless_shell,chrome-headless-shell,chrome}'

export const missingBrowser = `No browser for the journeys, and none could be fetched. Install Chromium (Debian: apt-get install chromium),
or run: npx playwright-core install chromium-headless-shell, or set CHROMIUM_PATH to one you have.`

/** A Chromium that reports its version: some packages install only a stub. */
export function findBrowser(): string | null {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const installed = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const cached = caches.flatMap((cache) => (cache ? globSync(join(cache, downloaded)) : []))
  return (
    [...installed, ...places, ...cached]
      .filter((path) => existsSync(path))
      .find((path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0) ?? null
  )
}
