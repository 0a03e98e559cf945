import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge']
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

export const missingBrowser = `No browser for the journeys, and none could be fetched. Install Chromium
(Debian: apt-get install chromium chromium-headless-shell), or run: npx playwright-core install chromium,
or set CHROMIUM_PATH to one you have.`

export const findBrowser = () =>
  process.env.CHROMIUM_PATH || find([...inPath(names), ...places, ...inCaches('chromium-*/*/{chrome,*.app/Contents/MacOS/*}')])

/** Chromium without windows: a visitor costs a third of what one costs the complete browser. */
export const findShell = () =>
  process.env.CHROMIUM_PATH
    ? null
    : find([...inPath(['chromium-headless-shell']), ...inCaches('chromium_headless_shell-*/*/{headless_shell,chrome-headless-shell}')])

const inPath = (wanted: readonly string[]) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => wanted.map((name) => join(folder, name)))
const inCaches = (pattern: string) => caches.flatMap((cache) => (cache ? globSync(join(cache, pattern)) : []))

/** A Chromium that reports its version: some packages install only a stub. */
function find(paths: readonly string[]): string | null {
  const existing = paths.filter((path) => existsSync(path))
  return existing.find((path) => spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0) ?? null
}
