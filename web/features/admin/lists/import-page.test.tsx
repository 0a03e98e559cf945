import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { ImportView } from '../admin-view.ts'
import { ImportPage } from './import-page.tsx'

function render(counts: Partial<ImportView>) {
  const found = { id: '1', name: 'cards.csv', lines: 0, good: 0, broken: 0, made: 0, takes: 'good', problem: '', ...counts } as ImportView
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => <ImportPage import={found} progress={null} errors={[]} reportHref="/" />,
    },
  ])
  return renderToStaticMarkup(<Page />)
}

test('until the first lines are counted, an import shows its bar without counts', () => {
  expect(render({ state: 'checking' })).not.toContain('<b>')
  expect(render({ state: 'checking', lines: 3, good: 3 })).toContain('3 lines · 3 valid')
  expect(render({ state: 'importing', lines: 3 })).not.toContain('<b>')
  expect(render({ state: 'importing', lines: 3, made: 2 })).toContain('2 cards created')
  expect(render({ state: 'checked' })).toContain('0 lines · 0 valid')
})
