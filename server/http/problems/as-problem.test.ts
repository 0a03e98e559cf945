import { expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { newId } from '../../database/new-id.ts'
import { asProblem } from './as-problem.ts'

const app = await theApp()

const thrownBy = (statement: string, values: unknown[]) =>
  app.deps.pool.query(statement, values).then(
    () => null,
    (error: unknown) => error,
  )

test('a reference to a deleted session, account or card is a problem, not an error', async () => {
  const { id } = await aCard(app.deps)
  const { accountId, sessionId } = await signedIn(app, id)
  const gone = newId(Date.now())
  const device = `insert into push_subscription (subject_id, device, account_id, session_id, token, enabled, active, failures, updated_at)
    values ($1, 'phone', $2, $3, '{}', true, true, 0, now())`
  const contacts = 'insert into contact_count (subject_id, total) values ($1, 1)'
  const problemType = async (values: unknown[], statement = device) => asProblem(await thrownBy(statement, values))?.problem.type
  expect(await problemType([id, accountId, gone])).toBe('/problems/not-logged-in')
  expect(await problemType([id, gone, sessionId])).toBe('/problems/conflict')
  expect(await problemType([gone], contacts)).toBe('/problems/card-not-found')
  expect(await problemType([id, accountId, sessionId])).toBeUndefined()
})

test('a reference to a row that never existed is a bug', async () => {
  const { id } = await aCard(app.deps)
  const error = await thrownBy(`update subscription set plan_code = 'NONE' where subject_id = $1`, [id])
  expect(error).toBeInstanceOf(Error)
  expect(asProblem(error)).toBeNull()
})
