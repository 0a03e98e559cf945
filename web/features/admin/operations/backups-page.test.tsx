import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { BackupsPage } from './backups-page.tsx'

/** The page without a place for backups. */
function withoutPlace(isFirst: boolean) {
  const health = { kind: 'warn', title: '', note: '' } as const
  const view = { isOn: false, isFirst, health, facts: [], failures: [], runs: [], backups: [], commands: [], acts: [] }
  const Page = createRoutesStub([{ path: '/', Component: () => <BackupsPage {...view} /> }])
  return renderToStaticMarkup(<Page />)
}

test('without a place for backups, a button makes the first one only', () => {
  expect(withoutPlace(true)).toMatch(/value="first".*Back up now<.*href="\/admin\/setup\/backups".*Choose another place</)
  const known = withoutPlace(false)
  expect(known).not.toContain('value="first"')
  expect(known).toMatch(/href="\/admin\/setup\/backups".*Set up backups</)
})
