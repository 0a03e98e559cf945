import { expect, test } from 'vitest'
import { draftKeys } from '#contract/cards/drafts.ts'
import { placeOf } from './places.ts'

test.each([
  ['emailAddress', ['editor.profile', 'editor.email']],
  ['settings.triggerAction.route', ['editor.home', 'editor.action']],
  ['titleOfNothing', ['editor.profile']],
  ['services.2.directLink', ['editor.links']],
])('ACCOUNT-2 what is wrong at %s is said by the name of its field', (path, place) => {
  expect(placeOf(path)).toEqual(place)
})

test('DATA-1 everything that is edited has a place', () => {
  for (const key of draftKeys) expect(placeOf(key), key).not.toEqual([])
})
