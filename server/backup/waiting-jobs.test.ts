import { expect, test } from 'vitest'
import { theApp } from '../../tests/harness/app.ts'
import { statementsOf } from '../../tests/harness/statements.ts'
import { enqueueAgain, parseWaitingJobs } from './waiting-jobs.ts'

test('a waiting job of every queue can be restored', async () => {
  const { deps } = await theApp()
  await deps.jobs.settle()
  const { rows } = await deps.pool.query<{ name: string }>(`select name from jobs.queue where name not like '\\_\\_pgboss%'`)
  const names = rows.map(({ name }) => name)
  const part = names.map((name) => JSON.stringify([name, null, '{"subjectId":"1"}'])).join('\n')
  expect(names).toContain('access-keys.mail')
  expect(parseWaitingJobs(Buffer.from(part)).map(({ name }) => name)).toEqual(names)
})

test('waiting jobs are restored a thousand at once, each with its data, key and start', async () => {
  const { deps, settings } = await theApp()
  await deps.jobs.ready()
  const at = '2036-12-01T03:00:00.000Z'
  const lines = Array.from({ length: 1500 }, (_, n) => JSON.stringify(['connections.deliver', `again ${n}`, `{"subjectId":"${n}"}`, at]))
  const act = () => enqueueAgain(deps.db, deps.jobs, parseWaitingJobs(Buffer.from(lines.join('\n'))))
  const statements = await statementsOf(act, settings.databaseUrl)
  const { rows } = await deps.pool.query(
    `delete from jobs.job where singleton_key like 'again %' returning singleton_key as key, data, start_after as "startAfter"`,
  )
  expect(statements).toHaveLength(2)
  expect(rows).toHaveLength(1500)
  expect(rows).toEqual(
    expect.arrayContaining([0, 999, 1000, 1499].map((n) => ({ key: `again ${n}`, data: { subjectId: `${n}` }, startAfter: new Date(at) }))),
  )
})
