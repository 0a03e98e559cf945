import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOwner } from '#server/accounts/add-owner.ts'
import { createLog } from '#server/integrations/log.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { twoOwners } from '../../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { retryJobs } from '../../../tests/harness/retry-jobs.ts'
import { mailboxes } from '../../../tests/stand-ins/mailboxes.ts'
import { mailContact } from './mail.job.ts'

const mailsADay = 100
const start = new Date('2036-06-15T15:00:00Z')
const tomorrow = new Date('2036-06-16T15:00:00Z')
let now = start
let app: TestApp
let logged = ''
const { mailer, mails, full } = mailboxes()
beforeAll(async () => {
  const log = createLog('info', (lines) => (logged += lines))
  app = await anApp({ outside: { mailer, log, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => {
  now = start
  full.clear()
})

const gotBy = (email: string) => mails.filter(({ to }) => to === email).length
async function aContactOf(subjectId: string) {
  const { id: contactId } = await aContact(app.deps, subjectId, { dateCreated: now })
  return { subjectId, contactId }
}
/** As a job, which is retried. */
async function notify(subjectId: string) {
  await app.deps.jobs.enqueue(app.deps.db, 'contacts.mail', await aContactOf(subjectId))
  await app.deps.jobs.settle()
}
const mailNow = (contact: Awaited<ReturnType<typeof aContactOf>>) => mailContact(app.deps).run(contact)

describe('CAP-4 the mail about a contact', () => {
  test('a failing mailbox doesn’t block other owners, and gets its mail once it works', async () => {
    const { id } = await aCard(app.deps)
    const [ann, bob] = await twoOwners(app.deps, id)
    full.add(ann)
    await notify(id)
    expect([gotBy(ann), gotBy(bob)]).toEqual([0, 1])
    await retryJobs(app.deps)
    full.clear()
    await retryJobs(app.deps)
    expect([gotBy(ann), gotBy(bob)]).toEqual([1, 1])
  })

  test('PRIVACY several failing mailboxes are logged as one failure, without addresses', async () => {
    const { id } = await aCard(app.deps)
    const owners = await twoOwners(app.deps, id)
    for (const owner of owners) full.add(owner)
    // Flushes what was logged earlier.
    app.deps.log.flush()
    logged = ''
    await notify(id)
    app.deps.log.flush()
    const failed = logged.split('\n').filter((line) => line.includes('job-failed'))
    // Once per attempt; a slow machine may reach the next.
    expect(failed[0]).toContain('2 owners were not reached')
    expect(failed[0]).toContain('has no room left')
    const { rows } = await app.deps.db.execute(sql`select output from jobs.job where data ->> 'subjectId' = ${id}`)
    expect(rows).toHaveLength(1)
    for (const owner of owners) expect(logged + JSON.stringify(rows)).not.toContain(owner)
    full.clear()
    await retryJobs(app.deps)
    expect(owners.map(gotBy)).toEqual([1, 1])
  })

  test('retries of a mail count once toward the daily limit', async () => {
    const { id } = await aCard(app.deps)
    const { email } = await signedIn(app, id)
    const waiting = await aContactOf(id)
    full.add(email)
    for (let tries = 0; tries <= mailsADay; tries++) await expect(mailNow(waiting)).rejects.toThrow('no room')
    full.clear()
    for (let others = 0; others <= mailsADay; others++) await mailNow(await aContactOf(id))
    expect(gotBy(email)).toBe(mailsADay - 1)
    // It was counted at its first attempt, so later mails don’t push it over the limit.
    await mailNow(waiting)
    expect(gotBy(email)).toBe(mailsADay)
  })

  test('a mail over the daily limit stays unsent when the job is retried the next day', async () => {
    const [shared, busy] = [await aCard(app.deps), await aCard(app.deps)]
    const [ann, bob] = await twoOwners(app.deps, shared.id)
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: busy.id, email: ann }, now))
    for (let others = 0; others < mailsADay; others++) await mailNow(await aContactOf(busy.id))
    full.add(bob)
    const last = await aContactOf(shared.id)
    await expect(mailNow(last)).rejects.toThrow('no room')
    now = tomorrow
    full.clear()
    await mailNow(last)
    expect([gotBy(ann), gotBy(bob)]).toEqual([mailsADay, 1])
  })
})
