import { expect, test } from 'vitest'
import { readPublished, type DraftFields } from './edited.ts'
import { decideAll, differences, meet } from './patch.ts'

const published = readPublished({ title: 'Broker', bio: '', companyName: 'Harbor', reviews: [] })
const before = { published, patch: {} }
const theirs = (patch: DraftFields, now = {}) => ({ published: { ...published, ...now }, patch })

test('ACCOUNT-2 what is as published again is no part of the draft', () => {
  const typed = decideAll(published, {}, { title: 'Agent', bio: 'Hello' })
  expect(decideAll(published, typed, { title: 'Broker' })).toEqual({ bio: 'Hello' })
})

test('ACCOUNT-2 only what changed is sent, and what went is named', () => {
  expect(differences({ title: 'A', bio: 'B' }, { bio: 'B', companyName: 'C' })).toEqual({
    changes: { companyName: 'C' },
    removed: ['title'],
  })
})

test.each<[string, DraftFields, ReturnType<typeof theirs>, DraftFields, string[]]>([
  ['different things: both stay', { title: 'Agent' }, theirs({ bio: 'Hello' }), { title: 'Agent', bio: 'Hello' }, []],
  ['the same thing to the same: nothing to decide', { title: 'Agent' }, theirs({ title: 'Agent' }), { title: 'Agent' }, []],
  [
    'the same thing otherwise: somebody decides, ours in sight',
    { title: 'Agent' },
    theirs({ title: 'Host' }),
    { title: 'Agent' },
    ['title'],
  ],
  ['ours was published by them: nothing waits', { title: 'Agent' }, theirs({}, { title: 'Agent' }), {}, []],
  ['they published something else', { bio: 'Hello' }, theirs({}, { title: 'Host' }), { bio: 'Hello' }, []],
  ['nothing of ours: theirs is taken', {}, theirs({ title: 'Host' }), { title: 'Host' }, []],
])('ACCOUNT-2 two windows meet over %s', (_, ours, other, patch, disputed) => {
  expect(meet(before, ours, other)).toEqual({ patch, published: other.published, disputed })
})

test('ACCOUNT-2 what we took back while they changed it is disputed too', () => {
  const drafted = { published, patch: { title: 'Agent' } }
  expect(meet(drafted, {}, theirs({ title: 'Host' })).disputed).toEqual(['title'])
})
