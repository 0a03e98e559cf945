import { createGunzip, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { ArchivedCard } from '#contract/accounts/archive.ts'
import { auditActions } from '#contract/admin/admin-choices.ts'
import { aliasReservedDays, deletionGraceDays } from '#contract/accounts/retention.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { eraseMembership } from '#server/accounts/erase-account.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { blockRemovals } from '#server/database/unless-backed-up.ts'
import { insertContact } from '#server/contacts/contact-store.ts'
import { shortenLink } from '#server/links/shorten-link.ts'
import { uploadPicture } from '#server/media/upload-picture.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { packEnd, packEntry, unpack, type TarEntry } from '#server/integrations/tar.ts'
import { savePicture } from '../../tests/factories/pictures.ts'
import { addToDays } from '#server/visits/visit-store.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { aContact } from '../../tests/factories/contacts.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { signedIn, signedInAs, type SignedIn } from '../../tests/harness/signed-in.ts'
import { importArchive } from './import-archive.ts'

let app: TestApp
let other: TestApp
const mails: Mail[] = []
const start = new Date('2036-06-15T15:00:00Z')
let now = start
const dayMs = 86_400_000

beforeAll(async () => {
  const mailer = { send: async (mail: Mail) => void mails.push(mail), [Symbol.asyncDispose]: async () => {} }
  const outside = { mailer, clock: { now: () => now } }
  app = await anApp({ outside })
  other = await anApp({ outside })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
})
beforeEach(() => {
  now = start
  mails.length = 0
})

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
const png = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()

/** A card with data in every part of an archive. */
async function aFullCard(target: TestApp, { met = 'Zebulon', ...fields }: { alias?: string; met?: string } = {}) {
  const card = await aCard(target.deps, {
    ...fields,
    firstName: 'Perpetua',
    lastName: 'Quillfeather',
    bio: '<p>Houses by the sea.</p>',
    settings: { tagLine: { show: true, text: 'Doors, opened' } },
    services: [
      { gradeServiceId: 6, directLink: 'https://www.instagram.com/quillfeather', weight: 3, reviewLink: 'https://example.com/review' },
    ],
  })
  await aContact(target.deps, card.id, { name: met, lastName: 'Marchbanks', emailAddress: `${met}@marchbanks.example`, notes: '=cmd' })
  await target.deps.changes.write(async (tx) => {
    await addVersion(tx, card.id, 'spring', { title: 'Broker in spring' }, now)
    await savePicture(target.deps, tx, card.id, 'profile', await png())
    await tx.execute(
      sql`insert into card_draft (subject_id, revision, fields, saved_at) values (${card.id}, 4, '{"title":"Half ty"}', now())`,
    )
    await addToDays(tx, [
      { subjectId: card.id, day: '2036-06-10', name: 'open_carte', dimension: 'platform_used', value: 'mobile', count: 7 },
    ])
    const at = new Date(now.getTime() - dayMs)
    const contact = {
      ...(await spare(card.id)),
      id: crypto.randomUUID(),
      dateCreated: at,
      ownerNotes: [{ Created: at.toISOString(), Note: 'Met at the fair' }],
    }
    const consent = { wording: 'I agree that…', wordingVersion: '2026-11', language: 'en', page: 'contact', agreedAt: at }
    await insertContact(tx, contact, consent)
  })
  return card
}
const spare = async (subjectId: string) => ({
  subjectId,
  submissionId: crypto.randomUUID(),
  name: 'Hyacinth',
  fullName: 'Hyacinth Dewberry',
  lastName: 'Dewberry',
  emailAddress: 'hyacinth@dewberry.example',
  tags: ['Spring'],
})

async function download(owner: SignedIn): Promise<Buffer> {
  const answer = await owner.ask('/bff/archive')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/gzip'])
  return Buffer.from(await answer.arrayBuffer())
}

async function entriesOf(archive: Buffer): Promise<Map<string, string>> {
  const entries = new Map<string, string>()
  for await (const { name, body } of unpack(Readable.from([archive]).pipe(createGunzip())))
    entries.set(name, name.endsWith('.webp') ? body.toString('base64') : body.toString())
  return entries
}

const pack = (entries: TarEntry[]) => gzipSync(Buffer.concat([...entries.flatMap((entry) => packEntry(entry, start)), packEnd()]))
const bytes = (archive: Buffer) => Readable.from([archive])
const importInto = (archive: Buffer, { alias, owner = null }: { alias?: string; owner?: string | null } = {}, target = other) =>
  importArchive(target.deps, () => bytes(archive), { aliasOf: (name) => alias ?? name, owner })

describe('the data archive', () => {
  test('PRIVACY requires a recent login', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    now = new Date(start.getTime() + 16 * 60_000)
    expect((await owner.ask('/bff/archive')).status).toBe(401)
    expect((await app.ask('/bff/archive')).status).toBe(401)
  })

  test('PRIVACY contains no hash, token or key', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.deps.db.execute(sql`update account set password_hash = 'scrypt-hash-7f' where id = ${owner.accountId}`)
    await app.deps.db.execute(sql`insert into push_subscription (subject_id, device, account_id, session_id, token)
      values (${card.id}, 'Chrome on Android', ${owner.accountId}, ${owner.sessionId}, '{"endpoint":"https://push.example/secret-7f","keys":{"auth":"k7f"}}')`)
    const text = [...(await entriesOf(await download(owner))).values()].join('\n')
    expect(text).toContain('Chrome on Android')
    for (const secret of ['scrypt-hash-7f', 'secret-7f', 'k7f', card.id, owner.sessionId, owner.cookie.split('=')[1] ?? '-'])
      expect(text).not.toContain(secret)
  })

  test('PRIVACY contains unpublished pictures as stored, and can still be imported', async () => {
    const card = await aFullCard(app, { alias: `a${'-b'.repeat(29)}c` })
    const bytes = await sharp(await png())
      .negate()
      .toBuffer()
    const { revision } = await uploadPicture(app.deps, { subjectId: card.id, kind: 'background', bytes, crop: undefined })
    const archive = await download(await signedIn(app, card.id))
    const entries = await entriesOf(archive)
    const stored = await app.deps.storage.get(`${card.id}/background/${revision}/master.webp`)
    expect(entries.get(`cards/${card.alias}/sent/background-${revision}.webp`)).toBe(stored?.toString('base64'))
    expect(entries.get('README.txt')).toContain('cards/ADDRESS/sent/')
    const { cards } = await importInto(archive)
    expect(cards).toMatchObject([{ alias: card.alias, pictures: 1 }])
  })

  test('PRIVACY a card with two long names can be imported again', async () => {
    const card = await aCard(app.deps, { firstName: 'A'.repeat(150), lastName: 'B'.repeat(150) })
    const owner = await signedIn(app, card.id)
    const { cards } = await importInto(await download(owner))
    expect(cards).toMatchObject([{ alias: card.alias }])
  })

  test('PRIVACY the archive of a shared card has no devices of its other owner', async () => {
    const card = await aFullCard(app)
    const [mine, theirs] = [await signedIn(app, card.id), await signedIn(app, card.id)]
    for (const [device, { accountId, sessionId }] of [['Chrome of mine', mine] as const, ['Safari of the other owner', theirs] as const])
      await app.deps.db.execute(sql`insert into push_subscription (subject_id, device, account_id, session_id, token)
        values (${card.id}, ${device}, ${accountId}, ${sessionId}, '{"endpoint":"https://push.example/1"}')`)
    const text = [...(await entriesOf(await download(mine))).values()].join('\n')
    expect(text).toContain('Chrome of mine')
    for (const foreign of ['Safari of the other owner', theirs.email]) expect(text).not.toContain(foreign)
  })

  test('PRIVACY lists the full target of each short link', async () => {
    const card = await aFullCard(app)
    const { publicUrl } = app.settings
    const links = [`${publicUrl}/${card.alias}/home`, `${publicUrl}/${card.alias}`, 'https://www.instagram.com/quillfeather']
    for (const link of links) await shortenLink(app.deps, link, card.alias)
    const entries = await entriesOf(await download(await signedIn(app, card.id)))
    const { shortLinks } = ArchivedCard.parse(JSON.parse(entries.get(`cards/${card.alias}/card.json`) ?? ''))
    expect(shortLinks.map(({ longUrl }) => longUrl).toSorted()).toEqual(links.toSorted())
  })

  test('PRIVACY an imported archive exports the same again, except for ids and times', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const first = await download(owner)
    await importInto(first)
    const second = await download(await signedInAs(other, owner.email))

    const [one, two] = [await entriesOf(first), await entriesOf(second)]
    expect([...two.keys()]).toEqual([...one.keys()])
    // Plans and payments are not imported.
    const timeless = (text: string) =>
      text
        .replace(/"(createdAt|updatedAt)": "[^"]+"/g, '')
        .replace(/"name": "(PRO|FREE)"/, '')
        .replace(/ "billing": \{[\s\S]*$/, '')
    for (const [name, body] of one) {
      if (name === 'account.json') continue
      expect(timeless(two.get(name) ?? ''), name).toBe(timeless(body))
    }
    const { rows } = await other.deps.db.execute<{ id: string; is: boolean }>(
      sql`select id, id = ${card.id} as is from subject where alias = ${card.alias}`,
    )
    expect(rows).toEqual([{ id: expect.any(String), is: false }])
  })

  test('PRIVACY an archive with long contacts and a long draft can be imported', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.deps.db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, owner_notes, date_created)
      select ${card.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n,
        (select jsonb_agg(jsonb_build_object('Created', '2036-06-01T00:00:00Z', 'Note', repeat('x', 4000))) from generate_series(1, 18)), now()
      from generate_series(1, 160) n`)
    await app.deps.db.execute(
      sql`update card_draft set fields = jsonb_build_object('title', repeat('馬', 1500000)) where subject_id = ${card.id}`,
    )
    const archive = await download(owner)
    const sizes = [...(await entriesOf(archive))].map(([name, body]) => (name.includes('/contacts/') ? body.length : 0))
    expect(sizes.reduce((one, other) => one + other)).toBeGreaterThan(16 * 1024 ** 2)
    expect(Math.max(...sizes)).toBeLessThan(5 * 1024 ** 2)
    const { cards } = await importInto(archive)
    expect(cards).toMatchObject([{ alias: card.alias, contacts: 162 }])
  })

  test('PRIVACY more than 200 cards and labels are all in the lists and in the archive', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    await app.deps.db.execute(sql`
      with made as (insert into subject (id, key, alias, full_name)
        select gen_random_uuid(), 'many-' || n, 'many-' || n, 'Many ' || n from generate_series(1, 204) n returning id, alias),
      named as (insert into alias (name, subject_id) select alias, id from made)
      insert into membership (subject_id, account_id) select made.id, account.id from made, account where email = ${owner.email}`)
    await app.deps.db.execute(sql`
      insert into contact_label (subject_id, name) select ${card.id}, 'Label ' || n from generate_series(1, 240) n`)
    const again = await signedInAs(app, owner.email)
    expect(await again.call('cards.own')).toHaveLength(205)
    expect((await again.call('privacy.read')).cards).toHaveLength(205)
    const entries = await entriesOf(await download(again))
    expect(JSON.parse(entries.get('archive.json') ?? '').cards).toHaveLength(205)
    expect([...entries.keys()].filter((name) => name.endsWith('/card.json'))).toHaveLength(205)
    expect(JSON.parse(entries.get(`cards/${card.alias}/card.json`) ?? '').labels).toHaveLength(240)
  })

  test('PRIVACY rights, plan and the administrator’s switch are not imported', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const entries = await entriesOf(await download(owner))
    const name = `cards/${card.alias}/card.json`
    const forged = JSON.parse(entries.get(name) ?? '')
    forged.fields.grantedRights = ['CustomReviews']
    await expect(importInto(pack(asEntries(entries, { [name]: JSON.stringify(forged) })))).rejects.toThrow(/grantedRights/)

    await importInto(pack(asEntries(entries)), { alias: 'plain-import' })
    const { rows } = await other.deps.db.execute(sql`
      select granted_rights, (select count(*)::int from subscription s where s.subject_id = subject.id) as plans from subject where alias = 'plain-import'`)
    expect(rows).toEqual([{ granted_rights: [], plans: 0 }])
  })

  test('PRIVACY importing at a taken address fails and leaves nothing behind', async () => {
    const card = await aFullCard(app)
    const archive = await download(await signedIn(app, card.id))
    await importInto(archive)
    const before = await keysOf(other.deps.storage)
    expect(await problemOf(importInto(archive))).toMatchObject({ type: '/problems/conflict' })
    await importInto(archive, { alias: 'another-address' })
    await other.deps.storage.remove('x/')
    expect((await keysOf(other.deps.storage)).length).toBe(before.length + 1)
  })
})

const asEntries = (entries: Map<string, string>, changed: Record<string, string> = {}): TarEntry[] =>
  [...entries].map(([name, body]) => ({
    name,
    body: Buffer.from(changed[name] ?? body, name.endsWith('.webp') && !(name in changed) ? 'base64' : 'utf8'),
  }))

describe('a hostile archive', () => {
  const importError = async (archive: Buffer) => {
    const before = await contents()
    const thrown: unknown = await importInto(archive).catch((error: unknown) => error)
    expect(await contents()).toEqual(before)
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
  const contents = async () => [
    (await other.deps.db.execute(sql`select (select count(*) from subject) as s, (select count(*) from account) as a`)).rows,
    await keysOf(other.deps.storage),
  ]
  const good = async () => {
    const card = await aFullCard(app)
    return { card, entries: await entriesOf(await download(await signedIn(app, card.id))) }
  }

  test.each([
    ['of random bytes', () => Buffer.from('no archive at all'), /isn’t a Carte archive/],
    [
      'that is cut off',
      () => pack([{ name: 'archive.json', body: Buffer.alloc(9000) }]).subarray(0, 40),
      /incomplete|isn’t a Carte archive/,
    ],
    ['of something else', () => pack([{ name: 'photo.jpg', body: Buffer.alloc(10) }]), /isn’t a Carte archive/],
    ['of a version to come', () => pack([head({ formatVersion: 2 })]), /newer version/],
    ['that lists a card and has none', () => pack([head({ cards: ['anna'] })]), /inconsistent/],
    ['with a path out of its folder', () => pack([head({}), { name: '../../etc/passwd', body: Buffer.from('x') }]), /doesn’t know/],
    ['with an absolute path', () => pack([head({}), { name: '/etc/passwd', body: Buffer.from('x') }]), /doesn’t know/],
  ])('%s is rejected with a message, and changes nothing', async (_, make, words) => {
    expect(await importError(make())).toMatch(words)
  })

  test('with a symbolic link is rejected', async () => {
    const [header = Buffer.alloc(0)] = packEntry({ name: 'archive.json', body: Buffer.alloc(0) }, start)
    header.write('2', 156)
    header.write(' '.repeat(8), 148)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    )
    expect(await importError(gzipSync(Buffer.concat([header, packEnd()])))).toMatch(/changed or damaged/)
  })

  test('with a decompression bomb is rejected early', async () => {
    const [header = Buffer.alloc(0)] = packEntry({ name: 'account.json', body: Buffer.alloc(0) }, start)
    header.write(`${(200 * 1024 ** 2).toString(8).padStart(11, '0')}\0`, 124)
    header.write(' '.repeat(8), 148)
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    )
    const archive = gzipSync(Buffer.concat([...packEntry(head({}), start), header, Buffer.alloc(1024 * 1024)]))
    expect(await importError(archive)).toMatch(/too large/)
  })

  test('with wrong types, lone surrogates, NULs, scripts or invalid pictures is rejected', async () => {
    const { card, entries } = await good()
    const file = `cards/${card.alias}/card.json`
    const contacts = `cards/${card.alias}/contacts/0001.jsonl`
    const change = (name: string, from: string | RegExp, to: string) => ({ [name]: (entries.get(name) ?? '').replace(from, to) })
    const wrong: [Record<string, string>, RegExp][] = [
      [change(file, /"bio": "[^"]*"/, '"bio": 7'), /bio/],
      [change(file, 'Doors, opened', 'Doors\\u0000'), /can’t be read/],
      [change(file, 'Doors, opened', '\\ud800'), /can’t be read/],
      [change(file, '"fields": {', '"fields": {"__proto__": {"isOperator": true},'), /can’t be read/],
      [change(file, 'https://www.instagram.com/quillfeather', ' javascript:alert(1)'), /link that isn’t allowed/],
      [change(file, '"fields": {', '"fields": {"id": "x",'), /fields/],
      [change(contacts, '"viewed":false', '"viewed":"no"'), /line 1.*viewed/],
      [{ [`cards/${card.alias}/pictures/profile.webp`]: '<svg onload=alert(1)>' }, /read that image/i],
    ]
    for (const [changed, words] of wrong) expect(await importError(pack(asEntries(entries, changed)))).toMatch(words)
  })

  test('with another owner’s ids gets new ids', async () => {
    const victim = await aFullCard(other)
    const { card, entries } = await good()
    const file = `cards/${card.alias}/card.json`
    const forged = JSON.stringify({ ...JSON.parse(entries.get(file) ?? ''), id: victim.id, subjectId: victim.id, key: 'x' })
    const { cards } = await importInto(pack(asEntries(entries, { [file]: forged })))
    expect(cards[0]?.id).not.toBe(victim.id)
    const { rows } = await other.deps.db.execute(sql`select count(*)::int as n from contact where subject_id = ${victim.id}`)
    expect(rows).toEqual([{ n: 2 }])
  })
})

const head = (fields: object): TarEntry => ({
  name: 'archive.json',
  body: Buffer.from(
    JSON.stringify({ kind: 'carte-archive', formatVersion: 1, productVersion: '1', madeOn: '2036-06-15', cards: [], ...fields }),
  ),
})

describe('deleting an account', () => {
  const isOn = async (alias: string) => 'id' in (await app.call('cards.read', { params: { alias } }))['{product}']
  const settle = () => app.deps.jobs.settle()
  const erase = async () => {
    await app.deps.jobs.enqueue(app.deps.db, 'privacy.erase', {})
    await settle()
  }

  test('PRIVACY requires a recent login and a typed confirmation', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    expect(await problemOf(owner.call('privacy.requestDeletion', { input: { confirm: 'yes' } }))).toMatchObject({ status: 422 })
    now = new Date(start.getTime() + 16 * 60_000)
    expect(await problemOf(owner.call('privacy.requestDeletion', { input: { confirm: owner.email } }))).toMatchObject({ status: 401 })
    expect(await isOn(card.alias)).toBe(true)
  })

  test('PRIVACY the card goes offline at once, and the mailed link restores it, once', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const { deletesAt } = await owner.call('privacy.requestDeletion', { input: { confirm: card.alias.toUpperCase() } })
    expect(new Date(deletesAt).getTime() - start.getTime()).toBe(deletionGraceDays * dayMs)
    expect(await isOn(card.alias)).toBe(false)

    await settle()
    const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === owner.email)?.text ?? '')?.[1] ?? ''
    const cancel = () => app.call('privacy.cancelDeletion', { input: { token } })
    expect(await cancel()).toMatchObject({ success: 1 })
    expect(await isOn(card.alias)).toBe(true)
    expect(await problemOf(cancel())).toMatchObject({ status: 410 })
    now = new Date(start.getTime() + (deletionGraceDays + 1) * dayMs)
    await erase()
    expect(await isOn(card.alias)).toBe(true)
  })

  test('PRIVACY the logged-in owner can cancel, and a card that was off stays off', async () => {
    const off = await aCard(app.deps, { eCardEnabled: false })
    const on = await aCard(app.deps)
    const owner = await signedIn(app, off.id, on.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    expect((await owner.call('privacy.read')).deletion).toMatchObject({ deletesAt: expect.any(String) })
    await owner.call('privacy.cancelDeletion', { input: {} })
    expect([await isOn(off.alias), await isOn(on.alias)]).toEqual([false, true])
    expect((await owner.call('privacy.read')).deletion).toBeNull()
  })

  test('PRIVACY meanwhile no card can be created or turned on, until it is canceled', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    const { alias } = card
    const input = { submissionId: crypto.randomUUID(), alias: 'more-quillfeather', fullName: 'Perpetua Quillfeather', profile: 1 as const }
    const more = { title: '', companyName: '', phoneNumber: '', emailAddress: '' }
    const make = () => owner.call('cards.create', { input: { ...input, ...more } })
    const publish = (revision: number) => owner.call('cards.publishDraft', { input: { alias, revision } })
    await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes: { eCardEnabled: true }, removed: [] } })
    expect(await problemOf(make())).toMatchObject({ status: 409, type: '/problems/account-deletion-pending' })
    expect(await problemOf(publish(1))).toMatchObject({ status: 422, issues: [{ path: 'eCardEnabled' }] })
    expect(await isOn(alias)).toBe(false)

    await owner.call('privacy.cancelDeletion', { input: {} })
    expect(await make()).toMatchObject({ alias: input.alias })
    expect(await isOn(alias)).toBe(true)
  })

  test('PRIVACY repeated requests send at most five mails a day', async () => {
    const card = await aCard(app.deps)
    const owner = await signedIn(app, card.id)
    const request = () => owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    for (let time = 0; time < 5; time++) {
      await request()
      await settle()
      await owner.call('privacy.cancelDeletion', { input: {} })
    }
    expect(await problemOf(request())).toMatchObject({ status: 429, message: expect.stringContaining('tomorrow') })
    await settle()
    expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(5)
    expect(await isOn(card.alias)).toBe(true)
    now = new Date(start.getTime() + dayMs)
    const again = await signedInAs(app, owner.email)
    expect(await again.call('privacy.requestDeletion', { input: { confirm: owner.email } })).toMatchObject({ success: 1 })
  })

  test('PRIVACY no personal data is left in the database or the storage', async () => {
    const card = await aFullCard(app, { alias: 'perpetua-quillfeather', met: 'Wilhelmina-77' })
    const owner = await signedIn(app, card.id)
    await app.call('accounts.signUp', { input: { name: 'Perpetua', email: owner.email } })
    for (const act of auditActions)
      for (const [subjectId, alias] of [
        [card.id, card.alias],
        [null, card.alias],
        [null, ''],
      ])
        await app.deps.db.execute(sql`insert into operator_act (id, at, account_id, actor, act, subject_id, alias, detail)
          values (${crypto.randomUUID()}, ${now.toISOString()}, null, 'command line', ${act}, ${subjectId}, ${alias},
          ${JSON.stringify({ plan: 'PRO', account: owner.email, mail: owner.email.toUpperCase(), admin: 'other@example.net' })})`)
    await app.deps.db.execute(sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state)
      values (${crypto.randomUUID()}, ${now.toISOString()}, ${now.toISOString()}, ${owner.accountId}, ${owner.email}, 'cards.csv', 'utf-8', 'good', 'done')`)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    await settle()
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    await erase()
    await erase()

    expect(await keysOf(app.deps.storage, `${card.id}/`)).toEqual([])
    // The entries of the audit log stay, with ids and without names.
    const { rows: stored } = await app.deps.db.execute(sql`select detail from operator_act where detail ->> 'plan' = 'PRO'`)
    expect(stored).toEqual(Array.from({ length: auditActions.length * 3 }, () => ({ detail: { plan: 'PRO', admin: 'other@example.net' } })))
    const words = ['perpetua-quillfeather', 'Wilhelmina-77', owner.email, owner.accountId]
    expect(await findAnywhere(words)).toEqual([])
    expect(await problemOf(owner.call('accounts.sessions'))).toMatchObject({ status: 401 })
  })

  test('PRIVACY nothing is left of the email that the account had before', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const newEmail = `new-${owner.email}`
    await owner.call('accounts.requestEmailChange', { input: { email: newEmail } })
    await settle()
    const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === newEmail)?.text ?? '')?.[1] ?? ''
    await app.deps.db.execute(sql`insert into operator_act (id, at, account_id, actor, act, alias, detail)
      values (${crypto.randomUUID()}, ${now.toISOString()}, null, 'command line', 'admin.grant', '', ${JSON.stringify({ admin: owner.email })})`)
    await owner.call('accounts.confirmEmail', { input: { token } })
    await owner.call('privacy.requestDeletion', { input: { confirm: newEmail } })
    await settle()
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    await erase()
    expect(await findAnywhere([owner.email, newEmail, owner.accountId])).toEqual([])
  })

  test('PRIVACY the address stays reserved for a while', async () => {
    const card = await aFullCard(app, { alias: 'resting-place' })
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    await erase()
    expect(await problemOf(aCard(app.deps, { alias: 'resting-place' }))).toMatchObject({ type: '/problems/conflict' })
    now = new Date(now.getTime() + aliasReservedDays * dayMs)
    expect(await aCard(app.deps, { alias: 'resting-place' })).toMatchObject({ alias: 'resting-place' })
  })

  test('PRIVACY a shared card stays online and only loses this owner', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.deps.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: `stays-${card.alias}@example.com` }, now))
    await app.deps.db.execute(sql`update card_draft set saved_by = ${owner.accountId} where subject_id = ${card.id}`)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    expect(await isOn(card.alias)).toBe(true)
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    await erase()
    expect(await isOn(card.alias)).toBe(true)
    const { rows } = await app.deps.db.execute(sql`
      select a.email from membership m join account a on a.id = m.account_id where m.subject_id = ${card.id}`)
    expect(rows).toEqual([{ email: `stays-${card.alias}@example.com` }])
    expect(await findAnywhere([owner.email, owner.accountId])).toEqual([])
  })

  test('PRIVACY a card is deleted when both owners are erased at the same time', async () => {
    const { id: subjectId } = await aCard(app.deps)
    const owners = [await signedIn(app, subjectId), await signedIn(app, subjectId)]
    const staysShared = await Promise.all(
      owners.map(({ accountId }) => app.deps.changes.write((tx) => eraseMembership(tx, { accountId, subjectId }))),
    )
    expect(staysShared.toSorted()).toEqual([false, true])
  })

  test('PRIVACY a card created during the erasure is erased by the next run', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    const { storage } = app.deps
    const { remove } = storage
    const createdDuring = `created-during-${card.alias}`
    storage.remove = async (prefix) => {
      storage.remove = remove
      const { id: subjectId } = await aCard(app.deps, { alias: createdDuring })
      await app.deps.changes.write((tx) => addOwner(tx, { subjectId, email: owner.email }, now))
      await remove(prefix)
    }
    await erase()
    expect((await app.deps.db.execute(sql`select 1 from account where id = ${owner.accountId}`)).rows).toHaveLength(1)
    await erase()
    expect(await findAnywhere([createdDuring, owner.email])).toEqual([])
  })

  test('PRIVACY an interrupted erasure is resumed by the next run', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    const { storage } = app.deps
    const { remove } = storage
    storage.remove = async () => {
      throw new Error('the power went')
    }
    await erase()
    storage.remove = remove
    expect((await keysOf(storage)).some((key) => key.startsWith(card.id))).toBe(true)
    expect(await problemOf(app.call('privacy.cancelDeletion', { input: { token: 'x'.repeat(43) } }))).toMatchObject({ status: 410 })
    await erase()
    expect((await keysOf(storage)).some((key) => key.startsWith(card.id))).toBe(false)
    expect(await findAnywhere([card.id, owner.email])).toEqual([])
  })

  test('PRIVACY images are erased after a backup that runs meanwhile', async () => {
    const { db, storage } = app.deps
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.requestDeletion', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + deletionGraceDays * dayMs + 1000)
    await blockRemovals(db, { signal: AbortSignal.timeout(60_000) }, erase)
    expect(await keysOf(storage, `${card.id}/`)).not.toEqual([])
    await erase()
    expect(await keysOf(storage, `${card.id}/`)).toEqual([])
    expect(await findAnywhere([owner.email, owner.accountId])).toEqual([])
  })

  /** Every column of every table of every schema, as text. */
  async function findAnywhere(words: string[]): Promise<string[]> {
    const { rows: tables } = await app.deps.db.execute<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
    const found: string[] = []
    for (const { name } of tables) {
      for (const word of words) {
        const { rows } = await app.deps.db.execute<{ n: number }>(
          sql`select count(*)::int as n from ${sql.raw(name)} as stored where strpos(lower(stored::text), lower(${word})) > 0`,
        )
        if (rows[0]?.n) found.push(`${word} in ${name}`)
      }
    }
    return found
  }
})
