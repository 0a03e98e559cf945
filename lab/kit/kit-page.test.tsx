import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { KitPage } from './kit-page.tsx'

const html = renderToStaticMarkup(<KitPage />)
const values = (name: string) => [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].flatMap(([, value = '']) => value.split(' '))

test('without script, every label, description and popover has its target', () => {
  const ids = values('id')
  expect(new Set(ids).size).toBe(ids.length)
  for (const name of ['for', 'aria-describedby', 'aria-labelledby', 'popoverTarget']) {
    expect(values(name).length, name).toBeGreaterThan(0)
    expect(
      values(name).filter((id) => !ids.includes(id)),
      name,
    ).toEqual([])
  }
})

test('no part has a style attribute or script, which the content policy refuses', () => {
  expect(html).not.toMatch(/ style=| on[a-z]+=|<script/)
})
