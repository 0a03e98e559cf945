import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { noSite, SiteContext } from '../../platform/use-site.ts'
import { WhatsNew } from './whats-new.tsx'

const aVersion = (version: string, date: string, updates: string[] = []): VersionInfo => {
  return { version, versionNumber: version, date, versionHistory: '', updates, versionUpdates: updates }
}
const drawn = (versions: VersionInfo[] | null) =>
  renderToStaticMarkup(
    <SiteContext value={{ ...noSite, version: '1.2.0' }}>
      <MemoryRouter>
        <WhatsNew versions={versions} again={() => {}} />
      </MemoryRouter>
    </SiteContext>,
  )

test('VER-1 every version is there with its day, in the order given, and the one that runs is marked', () => {
  const html = drawn([aVersion('1.3.0', '2026-11-23', ['A better QR code']), aVersion('1.2.0', '2026-01-01')])
  expect(html.match(/Version [\d.]+|\w+ \d+, 2026|A better QR code|On this device/g)).toEqual([
    'Version 1.3.0',
    'November 23, 2026',
    'A better QR code',
    'Version 1.2.0',
    'On this device',
    'January 1, 2026',
  ])
})

test('VER-1 where there are none, or they could not be had, it says so', () => {
  expect(drawn([])).toContain('No release notes yet.')
  expect(drawn(null)).toContain('Try again')
})
