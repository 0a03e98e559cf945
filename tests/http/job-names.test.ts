import { expect, test } from 'vitest'
import { readQueues } from '#server/jobs/read-queues.ts'
import { loadMessages } from '../../web/i18n/use-translate.ts'
import { jobName } from '../../web/routes/admin/audit-entry-view.ts'
import { theApp } from '../harness/app.ts'

const app = await theApp()

test('the admin names every job in plain words', async () => {
  await app.deps.jobs.ready()
  const t = await loadMessages('en-US')
  const queues = (await readQueues(app.deps.db)).map(({ name }) => name)
  expect(queues.length).toBeGreaterThan(30)
  expect(queues.filter((name) => jobName(t, name) === name)).toEqual([])
  expect(jobName(t, 'contacts.mail-card')).toBe('Email a card to a contact')
})
