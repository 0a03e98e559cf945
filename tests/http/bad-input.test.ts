import { describe, expect, test } from 'vitest'
import type { ProblemBody } from '#contract/problem.ts'
import { aCard } from '../factories/cards.ts'
import { theApp } from '../harness/app.ts'

const app = await theApp()
await aCard(app.deps, { alias: 'ada' })

const read = '/remote/api/public/e-card-by-alias'

async function problemOf(path: string, init?: RequestInit): Promise<ProblemBody> {
  const answer = await app.ask(path, init)
  const body = (await answer.json()) as ProblemBody
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.status).toBe(body.status)
  expect(body.title).not.toBe('')
  return body
}

describe('API-ERR an invalid address fails with an explanation', () => {
  test.each([
    ['an unknown alias', `${read}/unknown`, 404, 'card-not-found'],
    ['an unknown version', `${read}/ada/no-such`, 404, 'card-not-found'],
    ['an alias no card can have', `${read}/not_an_alias!`, 404, 'not-found'],
    ['an alias with a dot path', `${read}/..%2Fada`, 400, 'bad-request'],
    ['an encoding that is not UTF-8', `${read}/%E0%A4%A`, 400, 'bad-request'],
    ['bytes that are not UTF-8', `${read}/%ff%fe`, 400, 'bad-request'],
    ['a NUL', `${read}/ada%00`, 400, 'bad-request'],
    ['a line break', `${read}/ada%0d%0aset-cookie:x`, 400, 'bad-request'],
    ['a path of 3,000 letters', `${read}/${'a'.repeat(3000)}`, 414, 'address-too-long'],
    ['a query of 9,000 letters', `${read}/ada?x=${'a'.repeat(9000)}`, 414, 'address-too-long'],
    ['a call that does not exist', '/remote/api/public/no-such-call', 404, 'not-found'],
    ['a subject that is no id', '/remote/api/public/subject-grade-services?subjectId=7', 422, 'input-invalid'],
    [
      'an unknown subject',
      '/remote/api/public/subject-grade-services?subjectId=018f0000-0000-7000-8000-000000000000',
      404,
      'card-not-found',
    ],
    ['a picture of an unknown card', '/api/public/client-image/unknown/ProfileImage/v1', 404, 'card-not-found'],
    ['a picture width we do not make', '/api/public/client-image/ada/ProfileImage/v1?w=137', 422, 'input-invalid'],
  ])('%s', async (_, path, status, name) => {
    expect(await problemOf(path)).toMatchObject({ status, type: `/problems/${name}` })
  })

  test('a wrong method is answered with the allowed ones', async () => {
    const answer = await app.ask(`${read}/ada`, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
