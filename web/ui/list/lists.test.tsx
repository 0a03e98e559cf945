import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { PageLinks, pagesBeside } from './page-links.tsx'
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

test.each([
  [1, 1, [1]],
  [1, 95, [1, 2, 95]],
  [3, 5, [1, 2, 3, 4, 5]],
  [50, 95, [1, 49, 50, 51, 95]],
  [95, 95, [1, 94, 95]],
])('from page %i of %i, pages lead both ways', (at, pages, expected) => {
  expect(pagesBeside(at, pages)).toEqual(expected)
})

test('a page’s links name where they lead, and which page this is', () => {
  const words = { previous: 'Previous page', next: 'Next page', page: (page: number) => `Page ${page}` }
  const linksAt = (at: number) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <PageLinks label="Pages" at={at} pages={3} hrefOf={(page) => `/cards?page=${page}`} words={words} summary="1–50 of 130" />
      </MemoryRouter>,
    )
  expect(linksAt(2)).toMatch(
    /rel="prev" aria-label="Previous page" href="\/cards\?page=1".*aria-label="Page 2" aria-current="page".*rel="next" aria-label="Next page" href="\/cards\?page=3"/,
  )
  expect(linksAt(1)).not.toContain('rel="prev"')
  expect(linksAt(3)).not.toContain('rel="next"')
})
