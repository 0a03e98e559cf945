import { expect, test } from 'vitest'
import { aCard } from '../../../tests/factories/cards.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { newId } from '../../database/new-id.ts'
import { asProblem } from './as-problem.ts'

const app = await theApp()

const thrownBy = (statement: string, values: unknown[]) =>
  app.needs.pool.query(statement, values).then(
    () => null,
    (error: unknown) => error,
  )

test('what belongs to a session, an account or a card that went a moment ago is refused as theirs, and is no fault of ours', async () => {
  const { id } = await aCard(app.needs)
  const { accountId, sessionId } = await signedIn(app, id)
  const gone = newId(Date.now())
  const device = `insert into push_subscription (subject_id, device, account_id, session_id, token, enabled, active, failures, updated_at)
    values ($1, 'phone', $2, $3, '{}', true, true, 0, now())`
  const told = async (values: unknown[]) => asProblem(await thrownBy(device, values))?.problem.type
  expect(await told([id, accountId, gone])).toBe('/problems/not-signed-in')
  expect(await told([id, gone, sessionId])).toBe('/problems/conflict')
  expect(await told([gone, accountId, sessionId])).toBe('/problems/card-not-found')
  expect(await told([id, accountId, sessionId])).toBeUndefined()
})

test('a reference to what was never there by our own doing stays a fault of ours', async () => {
  const { id } = await aCard(app.needs)
  const error = await thrownBy(`update subscription set plan_code = 'NONE' where subject_id = $1`, [id])
  expect(error).toBeInstanceOf(Error)
  expect(asProblem(error)).toBeNull()
})
