import { expect, test } from 'vitest'
import { readPublished, type DraftFields } from './edited.ts'
import { withFields, differences, merge } from './patch.ts'

const published = readPublished({ title: 'Broker', bio: '', companyName: 'Harbor', reviews: [] })
const before = { published, patch: {} }
const theirs = (patch: DraftFields, now = {}) => ({ published: { ...published, ...now }, patch })

test('ACCOUNT-2 a field equal to the published one is not part of the draft', () => {
  const typed = withFields(published, {}, { title: 'Agent', bio: 'Hello' })
  expect(withFields(published, typed, { title: 'Broker' })).toEqual({ bio: 'Hello' })
})

test('ACCOUNT-2 only changes and removed keys are sent', () => {
  expect(differences({ title: 'A', bio: 'B' }, { bio: 'B', companyName: 'C' })).toEqual({
    changes: { companyName: 'C' },
    removed: ['title'],
  })
})

test.each<[string, DraftFields, ReturnType<typeof theirs>, DraftFields, string[]]>([
  ['different fields: both changes stay', { title: 'Agent' }, theirs({ bio: 'Hello' }), { title: 'Agent', bio: 'Hello' }, []],
  ['the same field to the same value: no conflict', { title: 'Agent' }, theirs({ title: 'Agent' }), { title: 'Agent' }, []],
  [
    'the same field to different values: a conflict that shows this window’s',
    { title: 'Agent' },
    theirs({ title: 'Host' }),
    { title: 'Agent' },
    ['title'],
  ],
  ['this window’s change, published by the other: no draft left', { title: 'Agent' }, theirs({}, { title: 'Agent' }), {}, []],
  ['another field, published by the other window', { bio: 'Hello' }, theirs({}, { title: 'Host' }), { bio: 'Hello' }, []],
  ['a field that only the other window changed', {}, theirs({ title: 'Host' }), { title: 'Host' }, []],
])('ACCOUNT-2 merges two windows: %s', (_, own, other, patch, conflicts) => {
  expect(merge(before, own, other)).toEqual({ patch, published: other.published, conflicts })
})

test('ACCOUNT-2 a reverted field that the other window changed is a conflict', () => {
  const drafted = { published, patch: { title: 'Agent' } }
  expect(merge(drafted, {}, theirs({ title: 'Host' })).conflicts).toEqual(['title'])
})
