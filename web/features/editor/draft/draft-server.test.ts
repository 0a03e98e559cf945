import { expect, test } from 'vitest'
import { createDraftServer } from './draft-server.ts'

test('LANG-1 a draft that is too large is rejected by a code, for a sentence in the reader’s language', async () => {
  const issue = { path: 'bio', code: 'draftTooLarge', values: {}, message: 'This draft is too large.' }
  const problem = { type: '/problems/input-invalid', title: 'Correct the errors', status: 422, detail: issue.message, issues: [issue] }
  const server = createDraftServer(() => Promise.reject({ problem }), 'maren')
  expect(await server.save({ revision: 0, changes: {}, removed: [] })).toEqual({ kind: 'rejected', error: issue })
})
