import { findBrowser } from '../../tests/harness/find-browser.ts'
import { run } from './run.ts'

/** Brings a browser to a machine without one: Debian's package where we may install it, else the test library's own download. */
export async function fetchBrowser(): Promise<void> {
  if (process.getuid?.() === 0 && (await run('apt-get', ['--version'])).code === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], quietly)
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quietly)
    if (findBrowser()) return
  }
  const downloader = ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell']
  // With the system libraries it needs, where we may install them.
  const { code } = await run(process.execPath, process.getuid?.() === 0 ? [...downloader, '--with-deps'] : downloader)
  if (code !== 0) await run(process.execPath, downloader)
}
