import { expect, test } from 'vitest'
import { draftKeys } from '#contract/drafts.ts'
import { palettes } from './palettes.ts'
import { countChanges, sectionNames, sections } from './sections.ts'

test.each(draftKeys)('DATA-1 %s is edited in exactly one section', (key) => {
  expect(sectionNames.filter((name) => sections[name].keys.test(key))).toHaveLength(1)
})

test('a palette is one change, and so is another kind of video', () => {
  const palette = Object.keys(palettes.brick.colours)
  expect(countChanges(palette)).toBe(1)
  expect(countChanges([...palette, 'title', 'showVideoOnHomepage', 'showVimeoVideoOnHomepage', 'showVideoOnDesktopHomepage'])).toBe(4)
})
