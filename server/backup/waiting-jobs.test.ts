import { expect, test } from 'vitest'
import { theApp } from '../../tests/harness/app.ts'
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

test('waiting jobs are restored a thousand at once, each with its key and start', async () => {
  const { deps } = await theApp()
  const at = '2026-12-01T03:00:00.000Z'
  const lines = Array.from({ length: 1500 }, (_, n) => JSON.stringify(['connections.deliver', `k${n}`, `{"subjectId":"${n}"}`, at]))
  const statements: [number, unknown][] = []
  await enqueueAgain(
    deps.db,
    { enqueueAll: async (_tx, _name, all, options) => void statements.push([all.length, options?.at(-1)]) },
    parseWaitingJobs(Buffer.from(lines.join('\n'))),
  )
  expect(statements).toEqual([
    [1000, { key: 'k999', startAfter: new Date(at) }],
    [500, { key: 'k1499', startAfter: new Date(at) }],
  ])
})
