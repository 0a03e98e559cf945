import { findBrowser } from '../../tests/harness/find-browser.ts'
import { run } from './run.ts'

/** Brings a browser to a machine without one: Debian's package where we may install it, else the test library's own download. Says what went wrong. */
export async function fetchBrowser(): Promise<string> {
  const isRoot = process.getuid?.() === 0
  let said = ''
  if (isRoot && (await run('apt-get', ['--version'])).code === 0) {
    const quietly = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], quietly)
    said = (await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quietly)).said
    if (findBrowser()) return ''
  }
  const downloader = ['node_modules/playwright-core/cli.js', 'install', 'chromium-headless-shell']
  // With the system libraries it needs, where we may install them.
  const downloaded = await run(process.execPath, isRoot ? [...downloader, '--with-deps'] : downloader)
  return `${said}\n${downloaded.said}`.trim().split('\n').slice(-8).join('\n')
}
