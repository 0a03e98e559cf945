import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { ignoreStyleErrors } from '../../../tests/harness/ignore-style-errors.ts'
import { Shell } from './shell.tsx'

ignoreStyleErrors()

const pages = [
  { icon: 'house', label: 'Home', href: '/account' },
  { icon: 'list-checks', label: 'Jobs', href: '/admin/jobs' },
] as const

test('on a page that the dock lacks, More is lit', () => {
  const dockOn = (here: string) => {
    const entries = pages.map((page) => ({ ...page, isHere: page.href === here }))
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <Shell nav={{ homeHref: '/account', groups: [{ entries }], dock: entries.slice(0, 1) }} who={null}>
          Page
        </Shell>
      </MemoryRouter>,
    )
    return html.slice(html.indexOf('class="shell-dock"'))
  }
  expect(dockOn('/admin/jobs')).toContain('<button class="here"')
  expect(dockOn('/account')).not.toContain('<button class="here"')
})
