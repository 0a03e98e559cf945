import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addOwner } from '#server/accounts/add-owner.ts'
import { createLog } from '#server/integrations/log.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aContact } from '../../../tests/factories/contacts.ts'
import { twoOwners } from '../../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'
import { tryAgain } from '../../../tests/harness/try-again.ts'
import { mailboxes } from '../../../tests/stand-ins/mailboxes.ts'
import { mailContact } from './mail.job.ts'

const mailsADay = 100
const start = new Date('2036-06-15T15:00:00Z')
const tomorrow = new Date('2036-06-16T15:00:00Z')
let now = start
let app: TestApp
let said = ''
const { mailer, mails, full } = mailboxes()
beforeAll(async () => {
  const log = createLog('info', (lines) => (said += lines))
  app = await anApp({ outside: { mailer, log, clock: { now: () => now } } })
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(() => {
  now = start
  full.clear()
})

const gotBy = (email: string) => mails.filter(({ to }) => to === email).length
async function aContactOf(subjectId: string) {
  const { id: contactId } = await aContact(app.needs, subjectId, { dateCreated: now })
  return { subjectId, contactId }
}
/** As a job of its own, which is tried again later. */
async function tell(subjectId: string) {
  await app.needs.jobs.enqueue(app.needs.db, 'contacts.mail', await aContactOf(subjectId))
  await app.needs.jobs.settle()
}
const mailNow = (contact: Awaited<ReturnType<typeof aContactOf>>) => mailContact(app.needs).run(contact)

describe('CAP-4 news of a contact, by mail', () => {
  test('an owner whose mailbox takes nothing keeps no other from hearing, and hears when it takes something again: each once', async () => {
    const { id } = await aCard(app.needs)
    const [ann, bob] = await twoOwners(app.needs, id)
    full.add(ann)
    await tell(id)
    expect([gotBy(ann), gotBy(bob)]).toEqual([0, 1])
    await tryAgain(app.needs)
    full.clear()
    await tryAgain(app.needs)
    expect([gotBy(ann), gotBy(bob)]).toEqual([1, 1])
  })

  test('PRIVACY where several take nothing, one failure is told, and names nobody', async () => {
    const { id } = await aCard(app.needs)
    const owners = await twoOwners(app.needs, id)
    for (const owner of owners) full.add(owner)
    // What was logged before is written before.
    app.needs.log.flush()
    said = ''
    await tell(id)
    app.needs.log.flush()
    const failed = said.split('\n').filter((line) => line.includes('job-failed'))
    // Once for each try: a slow machine may come to the next.
    expect(failed[0]).toContain('2 owners were not reached')
    expect(failed[0]).toContain('has no room left')
    const { rows } = await app.needs.db.execute(sql`select output from jobs.job where data ->> 'subjectId' = ${id}`)
    expect(rows).toHaveLength(1)
    for (const owner of owners) expect(said + JSON.stringify(rows)).not.toContain(owner)
    full.clear()
    await tryAgain(app.needs)
    expect(owners.map(gotBy)).toEqual([1, 1])
  })

  test('however often a mail is tried, it is one of its mailbox’s day', async () => {
    const { id } = await aCard(app.needs)
    const { email } = await signedIn(app, id)
    const waiting = await aContactOf(id)
    full.add(email)
    for (let tries = 0; tries <= mailsADay; tries++) await expect(mailNow(waiting)).rejects.toThrow('no room')
    full.clear()
    for (let others = 0; others <= mailsADay; others++) await mailNow(await aContactOf(id))
    expect(gotBy(email)).toBe(mailsADay - 1)
    // Its place in the day is kept for it, whoever came meanwhile.
    await mailNow(waiting)
    expect(gotBy(email)).toBe(mailsADay)
  })

  test('a mail that was too many stays unsent, though it is tried again for another owner on a day with room', async () => {
    const [shared, busy] = [await aCard(app.needs), await aCard(app.needs)]
    const [ann, bob] = await twoOwners(app.needs, shared.id)
    await app.needs.changes.write((tx) => addOwner(tx, { subjectId: busy.id, email: ann }, now))
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
