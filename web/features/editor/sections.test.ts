import { expect, test } from 'vitest'
import { draftNames } from '#contract/cards/card-fields.ts'
import { palettes } from './palettes.ts'
import { countChanges, editHref, groupNames, movedHref, sectionAt, sectionNames, sectionOf, sectionsIn } from './sections.ts'

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
  const palette = Object.keys(palettes.brick)
  expect(countChanges(palette)).toBe(1)
  expect(countChanges([...palette, 'title', 'showVideoOnHomepage', 'showVimeoVideoOnHomepage', 'showVideoOnDesktopHomepage'])).toBe(4)
})

test('ACCOUNT-2 every section is on one page, so that every field is', () => {
  expect(groupNames.flatMap((group) => [...sectionsIn(group)]).toSorted()).toEqual([...sectionNames].toSorted())
  expect(draftNames.map(sectionOf).filter((section) => !sectionNames.includes(section))).toEqual([])
})

test.each([
  ['profile', 'profile', ''],
  ['look', 'design', ''],
  ['home', 'design', '#section-home'],
  ['links', 'pages', ''],
  ['menu', 'pages', '#section-menu'],
  ['reviews', 'pages', '#section-reviews'],
  ['video', 'design', '#section-video'],
  ['texts', 'sharing', ''],
  ['search', 'sharing', '#section-search'],
  ['versions', 'pages', '#section-versions'],
  ['card', 'settings', ''],
] as const)('ACCOUNT-2 links to %s lead to its page, and so does its earlier address', (section, group, hash) => {
  expect(editHref('ida', section)).toBe(`/account/edit/ida/${group}${hash}`)
  const moved = new URL(movedHref('ida', section, '?source=pwa'), 'https://carte.example')
  expect([moved.pathname, moved.searchParams.get('source'), moved.hash]).toEqual([`/account/edit/ida/${group}`, 'pwa', ''])
  expect([hash && sectionAt({ hash, search: '' }), sectionAt(moved)]).toEqual([hash && section, section])
})

test('an unknown address leads to the profile', () => {
  expect(movedHref('ida', 'constructor', '')).toBe('/account/edit/ida/profile')
})
