import { expect, test } from 'vitest'
import { theApp } from '../../tests/harness/app.ts'
import { parseWaitingJobs } from './waiting-jobs.ts'

test('a waiting job of every queue can be restored', async () => {
  const { deps } = await theApp()
  await deps.jobs.settle()
  const { rows } = await deps.pool.query<{ name: string }>(`select name from jobs.queue where name not like '\\_\\_pgboss%'`)
  const names = rows.map(({ name }) => name)
  const part = names.map((name) => JSON.stringify([name, null, '{"subjectId":"1"}'])).join('\n')
  expect(names).toContain('access-keys.mail')
  expect(parseWaitingJobs(Buffer.from(part)).map(({ name }) => name)).toEqual(names)
})
