import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import type { AbuseKind } from '#contract/admin/abuse-choices.ts'
import { accounts } from '#server/accounts/tables.ts'
import { promotePictures } from '#server/media/promote-pictures.ts'
import { newId } from '#server/database/new-id.ts'
import { readPictures } from '#server/media/read-pictures.ts'
import { uploadPicture } from '#server/media/upload-picture.ts'
import { isReferenced } from '#server/media/upload-store.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { twoOwners } from '../../tests/factories/owners.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { retryJobs } from '../../tests/harness/retry-jobs.ts'
import { mailboxes } from '../../tests/stand-ins/mailboxes.ts'

let app: TestApp
let admin: SignedIn
const { mailer, mails, full } = mailboxes()
let now = new Date('2036-06-15T15:00:00Z')
let callers = 0
beforeAll(async () => {
  app = await anApp({ outside: { mailer, clock: { now: () => now } } })
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())

type Form = { alias: string; submissionId: string; seal: string }
const formOf = async (alias: string, who: Pick<TestApp, 'call'> = app) => who.call('abuse.form', { params: { alias } })
const wait = (ms: number) => (now = new Date(now.getTime() + ms))
type Fields = { kind?: AbuseKind; words?: string; website?: string; from?: string; cookie?: string }

/** Each test uses client addresses of its own, so that rate limits don't carry over. */
function send(
  { alias, submissionId, seal }: Form,
  { kind = 'fraud', words = 'It asks for my bank.', website = '', cookie, from }: Fields = {},
) {
  const headers = { 'content-type': 'application/json', 'x-csrf': '1', origin: app.settings.publicUrl, ...(cookie ? { cookie } : {}) }
  const body = JSON.stringify({ alias, submissionId, seal, kind, words, website })
  const request = new Request(`${app.settings.publicUrl}/remote/api/public/report-abuse`, { method: 'POST', headers, body })
  return app.fetch(request, { incoming: { socket: { remoteAddress: from ?? `10.1.0.${++callers}` } } })
}
const reports = async (closed?: '1') => (await admin.call('admin.reports', { query: closed ? { closed } : {} })).reports
const of = async (alias: string) => (await reports()).filter((one) => one.alias === alias)
const statusOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.then(() => null).catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem.status : thrown
}

describe('reporting a card', () => {
  test('reaches the administrator as written, and stores nothing about the reporter', async () => {
    const { alias, id } = await aCard(app.deps)
    const form = await formOf(alias)
    wait(4000)
    expect((await send(form, { from: '203.0.113.77' })).status).toBe(200)
    expect(await of(alias)).toMatchObject([{ kind: 'fraud', words: 'It asks for my bank.', isOwner: false, closedAt: null }])
    const { rows } = await app.deps.db.execute(sql`select to_jsonb(r)::text as row from abuse_report r where subject_id = ${id}`)
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77')
    const { email } = await signedIn(app, id)
    const { cards } = await admin.call('admin.reports', { query: { q: alias } })
    expect(cards).toMatchObject([{ alias, isOff: false, isDisabled: false, owners: [email], contacts: 0 }])
  })

  test('a seal works once, for one card and form; others fail', async () => {
    const [card, other] = [await aCard(app.deps), await aCard(app.deps)]
    const form = await formOf(card.alias)
    wait(4000)
    expect((await send({ ...form, alias: other.alias })).status).toBe(422)
    expect((await send({ ...form, seal: form.seal.replace(/.(?=.{9}$)/, (letter) => (letter === 'A' ? 'B' : 'A')) })).status).toBe(422)
    const { seal: ofContacts } = await app.call('contacts.form', { params: { alias: card.alias } })
    wait(4000)
    expect((await send({ ...form, seal: ofContacts })).status).toBe(422)
    expect((await send(form)).status).toBe(200)
    expect((await send({ ...form, submissionId: randomUUID() })).status).toBe(422)
    // The response got lost: a repeated submission is the same report.
    expect((await send(form)).status).toBe(200)
    const expired = await formOf(card.alias)
    wait(3 * 3_600_000)
    expect((await send(expired)).status).toBe(422)
    expect(await of(card.alias)).toHaveLength(1)
    expect(await of(other.alias)).toHaveLength(0)
  })

  test('a bot’s report is not stored; a client address may send three in ten minutes', async () => {
    const { alias } = await aCard(app.deps)
    const statuses: number[] = []
    for (let time = 0; time < 5; time++) {
      const form = await formOf(alias)
      wait(4000)
      statuses.push((await send(form, { from: '10.2.0.1', ...(time === 0 ? { website: 'https://spam.example' } : {}) })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(await of(alias)).toHaveLength(2)
  })

  test('a card that is off can’t be reported, and only its owner can appeal', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    await admin.call('admin.switchCard', { input: { alias: card.alias, isDisabled: true, reason: 'Another person’s name' } })
    const form = await formOf(card.alias, owner)
    expect(form).toMatchObject({ isOff: true, isOwner: true })
    wait(4000)
    expect((await send(form)).status).toBe(404)
    expect((await send(form, { kind: 'objection' })).status).toBe(404)
    expect((await send(form, { kind: 'objection', words: '', cookie: owner.cookie })).status).toBe(422)
    expect((await send(form, { kind: 'objection', words: 'It is my name.', cookie: owner.cookie })).status).toBe(200)
    expect(await of(card.alias)).toMatchObject([{ kind: 'objection', words: 'It is my name.', isOwner: true }])
  })

  test('beyond fifty of a kind are only counted; other kinds and appeals are stored', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    const last = async (fields: Fields, who: Pick<TestApp, 'call'> = app) => {
      const form = await formOf(card.alias, who)
      wait(4000)
      return [(await send(form, fields)).status, (await send(form, fields)).status]
    }
    for (let time = 0; time < 50; time++) {
      await app.deps.db.execute(sql`insert into abuse_report (subject_id, id, submission_id, created_at, kind, words)
        values (${card.id}, ${newId(now.getTime() + time)}, ${randomUUID()}, ${now.toISOString()}, 'offensive', ${`Junk ${time}`})`)
    }
    const stored = async (kind: AbuseKind) => {
      const { rows } = await app.deps.db.execute<{ words: string; more: number }>(
        sql`select words, more from abuse_report where subject_id = ${card.id} and kind = ${kind} and closed_at is null order by id`,
      )
      return rows
    }
    // Each is sent twice, as after a lost response: it counts once.
    for (let time = 0; time < 3; time++) expect(await last({ kind: 'offensive' })).toEqual([200, 200])
    expect(await stored('offensive')).toHaveLength(50)
    expect((await stored('offensive')).map(({ more }) => more).filter(Boolean)).toEqual([3])

    expect(await last({ kind: 'fraud', words: 'It took my money.' })).toEqual([200, 200])
    expect(await last({ kind: 'objection', words: 'Those are my rivals.', cookie: owner.cookie }, owner)).toEqual([200, 200])
    expect(await stored('fraud')).toEqual([{ words: 'It took my money.', more: 0 }])
    expect(await stored('objection')).toEqual([{ words: 'Those are my rivals.', more: 0 }])
    await app.deps.db.execute(sql`delete from abuse_report where subject_id = ${card.id}`)
  })

  test('a report is closed by an administrator, audited, and deleted half a year later', async () => {
    const { alias } = await aCard(app.deps)
    const form = await formOf(alias)
    wait(4000)
    await send(form)
    const [report] = await of(alias)
    await admin.call('admin.closeReport', { input: { id: report?.id ?? '' } })
    expect(await of(alias)).toEqual([])
    expect((await reports('1')).map((one) => one.alias)).toContain(alias)
    expect(await statusOf(admin.call('admin.closeReport', { input: { id: report?.id ?? '' } }))).toBe(404)
    expect((await admin.call('admin.auditLog', { query: { q: 'report.close' } })).acts[0]?.detail).toEqual({ report: report?.id })
    const before = now
    wait(181 * 86_400_000)
    await app.deps.jobs.enqueue(app.deps.db, 'abuse.cleanup', {})
    await app.deps.jobs.settle()
    now = before
    expect((await reports('1')).map((one) => one.alias)).not.toContain(alias)
  })
})

describe('taking down', () => {
  const visibleReviews = async (alias: string) => {
    const { '{product}': card } = await app.call('cards.read', { params: { alias } })
    return 'reviews' in card ? card.reviews.map(({ key }) => key) : null
  }
  const aReview = (key: string, review: string) =>
    ({ key, source: 'Google', stars: 5, date: '2026-05-01', title: '', review, reviewer: 'Bo', show: true, weight: 1 }) as const
  const takeDown = (alias: string, kind: 'link' | 'review' | 'picture', what: string, reason = 'A trick') =>
    admin.call('admin.takeDown', { input: { alias, kind, what, isDown: reason !== '', reason } })

  test('a review disappears, its owner learns why and how to appeal; it can return', async () => {
    const reviews = [aReview('a', 'Splendid'), aReview('b', 'Buy at evil.example'), aReview('c', ' buy at  EVIL.example')]
    const card = await aCard(app.deps, { reviews })
    const owner = await signedIn(app, card.id)
    expect(await visibleReviews(card.alias)).toEqual(['a', 'b', 'c'])
    await takeDown(card.alias, 'review', 'b')
    expect(await visibleReviews(card.alias)).toEqual(['a'])
    await app.deps.jobs.settle()
    const mail = mails.find(({ to }) => to === owner.email)
    expect(mail?.text).toContain('A trick')
    expect(mail?.text).toContain(`${app.settings.publicUrl}/${card.alias}/report`)
    await takeDown(card.alias, 'review', 'b', '')
    expect(await visibleReviews(card.alias)).toEqual(['a', 'b', 'c'])
    const done = (await admin.call('admin.auditLog', { query: { q: card.alias } })).acts.map(({ act }) => act)
    expect(done.toSorted()).toEqual(['review.disable', 'review.enable'])
  })

  test('each owner reads the cause in their language, then the administrator’s text', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    await app.deps.db.execute(sql`update account set language = 'fr-FR' where email = ${owner.email}`)
    await admin.call('admin.switchCard', { input: { alias: card.alias, isDisabled: true, cause: 'spam', reason: 'The coupons.' } })
    await app.deps.jobs.settle()
    expect(mails.find(({ to }) => to === owner.email)?.text).toContain('Spam ou publicité. The coupons.')
    const { cause, reason } = await admin.call('admin.card', { params: { alias: card.alias } })
    expect({ cause, reason }).toEqual({ cause: 'spam', reason: 'The coupons.' })
  })

  test('a failing mailbox doesn’t block other owners, and gets its mail once it works', async () => {
    const { id, alias } = await aCard(app.deps, { reviews: [aReview('a', 'Splendid')] })
    const owners = await twoOwners(app.deps, id)
    const mailCounts = () => owners.map((owner) => mails.filter(({ to }) => to === owner).length)
    full.add(owners[0])
    await takeDown(alias, 'review', 'a')
    await app.deps.jobs.settle()
    expect(mailCounts()).toEqual([0, 1])
    full.clear()
    await retryJobs(app.deps)
    expect(mailCounts()).toEqual([1, 1])
  })

  test('a picture leaves the card and its address, but stays stored', async () => {
    const card = await aCard(app.deps)
    const { db } = app.deps
    const revision = '0123456789ab'
    await db.execute(sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha)
      values (${card.id}, 'profile', ${revision}, 400, 400, 1000, false)`)
    const face = async () => (await readPictures(db, card.id)).profile?.revision ?? null
    await takeDown(card.alias, 'picture', 'profile')
    expect(await face()).toBe(null)
    const old = await app.ask(`/api/public/client-image/${card.alias}/ProfileImage/${revision}`)
    expect([old.status, old.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(await isReferenced(db, { subjectId: card.id, kind: 'profile', revision })).toBe(true)
    await takeDown(card.alias, 'picture', 'profile', '')
    expect(await face()).toBe(revision)
  })

  test('a picture is taken down in versions and drafts too, until it is restored', async () => {
    const card = await aCard(app.deps)
    const { db } = app.deps
    const [revision, other] = ['00000000aaaa', '00000000bbbb']
    const row = (kind: string, name: string) => sql`(${card.id}, ${kind}, ${name}, 400, 400, 1000, false)`
    const columns = sql`(subject_id, kind, revision, width, height, bytes, has_alpha)`
    const wait = (...rows: ReturnType<typeof row>[]) =>
      db.execute(sql`insert into uploaded_picture ${columns} values ${sql.join(rows, sql`, `)}`)
    await db.execute(
      sql`insert into picture ${columns} values ${row('profile', revision)}, ${row('card', revision)}, ${row('logo', other)}`,
    )
    await wait(row('profile', revision), row('background', revision), row('background', other))
    const visiblePictures = async () =>
      Object.entries(await readPictures(db, card.id)).flatMap(([kind, one]) => (one ? `${kind} ${one.revision}` : []))
    const before = await visiblePictures()

    await takeDown(card.alias, 'picture', 'profile')
    expect(await visiblePictures()).toEqual([`logo ${other}`])
    const { rows } = await db.execute(sql`select kind, revision from uploaded_picture where subject_id = ${card.id}`)
    expect(rows).toEqual([{ kind: 'background', revision: other }])

    // Stored before this was recorded.
    await wait(row('background', revision))
    const promote = db.transaction((tx) => promotePictures(tx, card.id, { background: { revision, width: 400, height: 400 } }, now))
    expect(await statusOf(promote)).toBe(422)
    expect(await visiblePictures()).toEqual([`logo ${other}`])

    await takeDown(card.alias, 'picture', 'profile', '')
    expect(await visiblePictures()).toEqual(before)
  })

  test('the same picture can’t be uploaded again until it is restored', async () => {
    const card = await aCard(app.deps)
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#aa8844' } })
      .png()
      .toBuffer()
    const upload = () => uploadPicture(app.deps, { subjectId: card.id, kind: 'profile', bytes, crop: undefined })
    const { revision, width, height } = await upload()
    await app.deps.db.transaction((tx) => promotePictures(tx, card.id, { profile: { revision, width, height } }, now))
    await takeDown(card.alias, 'picture', 'profile')
    await expect(upload()).rejects.toMatchObject({ problem: { status: 403 } })
    await takeDown(card.alias, 'picture', 'profile', '')
    expect((await upload()).revision).toBe(revision)
  })

  test('only an administrator can, with a reason, and only what belongs to the card', async () => {
    const card = await aCard(app.deps, { reviews: [aReview('a', 'Splendid')] })
    const owner = await signedIn(app, card.id)
    const input = { alias: card.alias, kind: 'review', what: 'a', isDown: true, reason: 'Why' } as const
    expect(await statusOf(owner.call('admin.takeDown', { input }))).toBe(404)
    expect(await statusOf(admin.call('admin.takeDown', { input: { ...input, reason: '' } }))).toBe(422)
    for (const [kind, what] of [
      ['review', 'unknown'],
      ['picture', 'profile'],
      ['picture', 'nonsense'],
      ['link', 'abcdefgh'],
    ] as const)
      expect(await statusOf(admin.call('admin.takeDown', { input: { ...input, kind, what } }))).toBe(404)
    expect(await visibleReviews(card.alias)).toEqual(['a'])
  })
})
