import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { Table } from './table.tsx'

test('a table labels its columns on phones, sorts by links, has one link per row', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Table
        caption="Cards"
        columns={[
          { key: 'card', label: 'Card', sortHref: '/cards?sort=-card', sorted: 'ascending' },
          { key: 'plan', label: 'Plan' },
        ]}
        rows={[{ key: 'maren', href: '/cards/maren', cells: { card: 'Maren', plan: 'Pro' } }]}
      />
    </MemoryRouter>,
  )
  expect(html).toContain('<caption class="sr-only">Cards</caption>')
  expect(html).toMatch(/<th[^>]*aria-sort="ascending"><a href="\/cards\?sort=-card"/)
  expect(html).toMatch(
    /<th role="rowheader" scope="row"><a href="\/cards\/maren"[^>]*>Maren<\/a><\/th><td role="cell" data-label="Plan">Pro<\/td>/,
  )
})

test('initials are those of the first and the last name', () => {
  const initials = (name: string) => renderToStaticMarkup(<Avatar name={name} />).replaceAll(/<[^>]+>/g, '')
  expect(['Tobias Wren', 'ana maria lópez', 'Prince', '李 小龍', ''].map(initials)).toEqual(['TW', 'AL', 'P', '李小', ''])
})

test('a name always has the same of five tints', () => {
  const tintOf = (name: string) => /data-tint="(\d)"/.exec(renderToStaticMarkup(<Avatar name={name} />))?.[1]
  expect(tintOf('Tobias Wren')).toBe(tintOf('Tobias Wren'))
  expect('01234').toContain(tintOf(''))
  expect(new Set(['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida', 'Jo'].map(tintOf)).size).toBeGreaterThan(2)
})
