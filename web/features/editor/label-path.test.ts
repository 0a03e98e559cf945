import { expect, test } from 'vitest'
import { draftKeys } from '#contract/cards/drafts.ts'
import { labelPathOf } from './label-path.ts'

test.each([
  ['emailAddress', ['editor.profile', 'editor.email']],
  ['settings.triggerAction.route', ['editor.home', 'editor.action']],
  ['titleOfNothing', ['editor.profile']],
  ['services.2.directLink', ['editor.links']],
])('ACCOUNT-2 an issue at %s names its field', (path, place) => {
  expect(labelPathOf(path)).toEqual(place)
})

test('DATA-1 every draft field has a section and label', () => {
  for (const key of draftKeys) expect(labelPathOf(key), key).not.toEqual([])
})
