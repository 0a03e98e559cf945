import { describe, expect, test } from 'vitest'
import { constraintOf, missingParentProblem } from './constraint-of.ts'

const refused = (message: string, fields: { code: string; constraint?: string }) =>
  new Error('Failed query', { cause: Object.assign(new Error(message), fields) })

describe('constraintOf', () => {
  test.each([
    ['as PostgreSQL says it', refused('no', { code: '23505', constraint: 'alias_pkey' }), 'alias_pkey'],
    ['in a shard', refused('no', { code: '23505', constraint: 'alias_pkey_102008' }), 'alias_pkey'],
    [
      'in a shard of another machine, of which only the words come through',
      refused('duplicate key value violates unique constraint "alias_pkey_102008"', { code: '23505' }),
      'alias_pkey',
    ],
    ['with a number of its own', refused('no', { code: '23505', constraint: 'visit_event_2041_05_pkey' }), 'visit_event_2041_05_pkey'],
    ['where it was none', refused('no constraint "alias_pkey" is known', { code: '42704' }), ''],
    ['where it was no error', 'alias_pkey', ''],
  ])('%s', (_, error, name) => expect(constraintOf(error)).toBe(name))

  test('a missing parent becomes its problem, on a coordinator too', () => {
    const missed = 'insert or update on table "contact_104512" violates foreign key constraint "contact_subject_id_fkey_104512"'
    for (const code of ['23503', 'XX000']) expect(missingParentProblem(refused(missed, { code }))).toBe('card-not-found')
    expect(missingParentProblem(refused('no', { code: '23503', constraint: 'passkey_account_id_fkey_102009' }))).toBe('conflict')
  })
})
