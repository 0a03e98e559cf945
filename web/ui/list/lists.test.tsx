import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { PageLinks, shownPages } from './page-links.tsx'
import { Table } from './table.tsx'

describe('the pages of a list', () => {
  test.each([
    [1, 1, '1'],
    [2, 3, '1 2 3'],
    [1, 95, '1 2 3 … 95'],
    [3, 95, '1 2 3 … 95'],
    [4, 95, '1 2 3 4 5 … 95'],
    [50, 95, '1 … 49 50 51 … 95'],
    [94, 95, '1 … 93 94 95'],
    [95, 95, '1 … 93 94 95'],
  ])('page %i of %i: %s', (page, pageCount, shown) => {
    expect(
      shownPages(page, pageCount)
        .map((each) => (each < 0 ? '…' : each))
        .join(' '),
    ).toBe(shown)
  })

  test('are links, the current one marked, and none leads nowhere', () => {
    const words = { previous: 'Previous', next: 'Next', page: (page: number) => `Page ${page}` }
    const html = renderToStaticMarkup(
      <MemoryRouter>
        <PageLinks label="Pages" summary="1–10 of 20" page={2} pageCount={2} hrefOf={(page) => `/cards?page=${page}`} words={words} />
      </MemoryRouter>,
    )
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['/cards?page=1', '/cards?page=1', '/cards?page=2'])
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"/)
    expect(html).not.toContain('aria-label="Next"')
  })
})

test('a table names its columns to phones, sorts by links, and has one link per row', () => {
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
