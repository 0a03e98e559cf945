import { expect, test } from 'vitest'
import { palettes } from './palettes.ts'
import { countChanges, sectionOf } from './sections.ts'

test.each([
  ['firstName', 'profile'],
  ['pictures', 'profile'],
  ['pictures.cutout', 'profile'],
  ['pictures.background', 'look'],
  ['settings.iconPack', 'look'],
  ['services.2.directLink', 'links'],
  ['settings.connectClientsSetting.timeout', 'card'],
] as const)('%s is edited in the section %s', (path, section) => {
  expect(sectionOf(path)).toBe(section)
})

test('a palette counts as one change, and so does the type of video', () => {
  const palette = Object.keys(palettes.brick.colors)
  expect(countChanges(palette)).toBe(1)
  expect(countChanges([...palette, 'title', 'showVideoOnHomepage', 'showVimeoVideoOnHomepage', 'showVideoOnDesktopHomepage'])).toBe(4)
})
