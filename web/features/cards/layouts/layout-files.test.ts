import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layoutFor, layouts } from '#common/layouts.ts'
import { drawingOf } from '../../../ui/art/layouts/drawing-of.ts'
import { faces } from './layout-files.ts'

const themesDoc = readFileSync('docs/themes.md', 'utf8')

test.each(layouts)('the layout $name has its component, styles and drawing', ({ key }) => {
  expect(faces[`./${key}.tsx`]).toBeTypeOf('function')
  expect(readFileSync(`${import.meta.dirname}/${key}.css`, 'utf8')).toContain('{')
  expect(drawingOf(key)).toMatch(/svg/)
})

test('the words of all layouts are documented', () => {
  const words = layouts.slice(1).map(({ theme }) => `\`${theme}\``)
  expect(words.filter((word) => !themesDoc.includes(word))).toEqual([])
})

test('no file is left without a layout', () => {
  const known = layouts.flatMap(({ key }) => [`${key}.css`, `${key}.tsx`])
  const own = ['face.tsx', 'layout-files.ts', 'layout-files.test.ts', 'layout-styles.ts']
  expect(readdirSync(import.meta.dirname).toSorted()).toEqual([...known, ...own].toSorted())
})

test('THEME-1 a theme chooses the layout by the word in its name, otherwise the first', () => {
  for (const { key, theme } of layouts) expect(layoutFor(`My ${theme.toUpperCase()} 2`).key).toBe(key)
  for (const unknown of ['', 'midnight']) expect(layoutFor(unknown).key).toBe('porch')
})
