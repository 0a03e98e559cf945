import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { VersionInfo } from '#contract/cards/releases.ts'
import { noSite, SiteContext } from '../../platform/use-site.ts'
import { WhatsNew } from './whats-new.tsx'

const aVersion = (version: string, date: string, updates: string[] = []): VersionInfo => {
  return { version, versionNumber: version, date, versionHistory: '', updates, versionUpdates: updates }
}
const rendered = (versions: VersionInfo[] | null) =>
  renderToStaticMarkup(
    <SiteContext value={{ ...noSite, version: '1.2.0' }}>
      <MemoryRouter>
        <WhatsNew versions={versions} onRetry={() => {}} />
      </MemoryRouter>
    </SiteContext>,
  )

test('VER-1 lists every version with its date in order, and marks the running one', () => {
  const html = rendered([aVersion('1.3.0', '2026-11-23', ['A better QR code']), aVersion('1.2.0', '2026-01-01')])
  expect(html.match(/Version [\d.]+|\w+ \d+, 2026|A better QR code|On this device/g)).toEqual([
    'Version 1.3.0',
    'November 23, 2026',
    'A better QR code',
    'Version 1.2.0',
    'On this device',
    'January 1, 2026',
  ])
})

test('VER-1 says if there are none, or if they failed to load', () => {
  expect(rendered([])).toContain('No release notes yet.')
  expect(rendered(null)).toContain('Try again')
})
