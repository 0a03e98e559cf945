import { createGunzip, gzipSync } from 'node:zlib'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isRefused } from '#contract/api.ts'
import { ArchivedCard } from '#contract/accounts/archive.ts'
import { aliasRestsDays, leavingGraceDays } from '#contract/accounts/keeping.ts'
import { addOwner } from '#server/accounts/add-owner.ts'
import { eraseMembership } from '#server/accounts/erase-account.ts'
import { addVersion } from '#server/cards/editor/add-version.ts'
import { insertContact } from '#server/contacts/contact-store.ts'
import { shortenLink } from '#server/links/shorten-link.ts'
import { uploadPicture } from '#server/media/upload-picture.ts'
import type { Mail } from '#server/integrations/mail.ts'
import { packEnd, packEntry, unpack, type Entry } from '#server/integrations/tar.ts'
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

const refusal = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isRefused(thrown) ? thrown.problem : thrown
}
const png = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()

/** A card with something in every drawer. */
async function aFullCard(house: TestApp, { met = 'Zebulon', ...wishes }: { alias?: string; met?: string } = {}) {
  const card = await aCard(house.needs, {
    ...wishes,
    firstName: 'Perpetua',
    lastName: 'Quillfeather',
    bio: '<p>Houses by the sea.</p>',
    settings: { tagLine: { show: true, text: 'Doors, opened' } },
    services: [
      { gradeServiceId: 6, directLink: 'https://www.instagram.com/quillfeather', weight: 3, reviewLink: 'https://example.com/review' },
    ],
  })
  await aContact(house.needs, card.id, { name: met, lastName: 'Marchbanks', emailAddress: `${met}@marchbanks.example`, notes: '=cmd' })
  await house.needs.changes.write(async (tx) => {
    await addVersion(tx, card.id, 'spring', { title: 'Broker in spring' }, now)
    await savePicture(house.needs, tx, card.id, 'profile', await png())
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
    const consent = { wording: 'I agree that…', wordingVersion: '2026-11', language: 'en', page: 'contact', givenAt: at }
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

const pack = (entries: Entry[]) => gzipSync(Buffer.concat([...entries.flatMap((entry) => packEntry(entry, start)), packEnd()]))
const bytes = (archive: Buffer) => Readable.from([archive])
const takeIn = (archive: Buffer, { alias, owner = null }: { alias?: string; owner?: string | null } = {}, house = other) =>
  importArchive(house.needs, () => bytes(archive), { aliasOf: (name) => alias ?? name, owner })

describe('taking everything along', () => {
  test('PRIVACY is refused to a session that is old, and to nobody at all', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    now = new Date(start.getTime() + 16 * 60_000)
    expect((await owner.ask('/bff/archive')).status).toBe(401)
    expect((await app.ask('/bff/archive')).status).toBe(401)
  })

  test('PRIVACY what opens doors is not in it: no hash, no token, no key of anybody', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.needs.db.execute(sql`update account set password_hash = 'scrypt-hash-7f' where id = ${owner.accountId}`)
    await app.needs.db.execute(sql`insert into push_subscription (subject_id, device, account_id, session_id, token)
      values (${card.id}, 'Chrome on Android', ${owner.accountId}, ${owner.sessionId}, '{"endpoint":"https://push.example/secret-7f","keys":{"auth":"k7f"}}')`)
    const text = [...(await entriesOf(await download(owner))).values()].join('\n')
    expect(text).toContain('Chrome on Android')
    for (const secret of ['scrypt-hash-7f', 'secret-7f', 'k7f', card.id, owner.sessionId, owner.cookie.split('=')[1] ?? '-'])
      expect(text).not.toContain(secret)
  })

  test('PRIVACY pictures that wait to be published are in it as they were kept, and keep nobody from taking it in', async () => {
    const card = await aFullCard(app, { alias: `a${'-b'.repeat(29)}c` })
    const bytes = await sharp(await png())
      .negate()
      .toBuffer()
    const { revision } = await uploadPicture(app.needs, { subjectId: card.id, kind: 'background', bytes, crop: undefined })
    const archive = await download(await signedIn(app, card.id))
    const entries = await entriesOf(archive)
    const kept = await app.needs.storage.get(`${card.id}/background/${revision}/master.webp`)
    expect(entries.get(`cards/${card.alias}/sent/background-${revision}.webp`)).toBe(kept?.toString('base64'))
    expect(entries.get('README.txt')).toContain('cards/ADDRESS/sent/')
    const { cards } = await takeIn(archive)
    expect(cards).toMatchObject([{ alias: card.alias, pictures: 1 }])
  })

  test('PRIVACY a card of two long names is taken in again', async () => {
    const card = await aCard(app.needs, { firstName: 'A'.repeat(150), lastName: 'B'.repeat(150) })
    const owner = await signedIn(app, card.id)
    const { cards } = await takeIn(await download(owner))
    expect(cards).toMatchObject([{ alias: card.alias }])
  })

  test('PRIVACY of a shared card, the devices of its other owner are not in it', async () => {
    const card = await aFullCard(app)
    const [mine, theirs] = [await signedIn(app, card.id), await signedIn(app, card.id)]
    for (const [device, { accountId, sessionId }] of [['Chrome of mine', mine] as const, ['Safari of theirs', theirs] as const])
      await app.needs.db.execute(sql`insert into push_subscription (subject_id, device, account_id, session_id, token)
        values (${card.id}, ${device}, ${accountId}, ${sessionId}, '{"endpoint":"https://push.example/1"}')`)
    const text = [...(await entriesOf(await download(mine))).values()].join('\n')
    expect(text).toContain('Chrome of mine')
    for (const foreign of ['Safari of theirs', theirs.email]) expect(text).not.toContain(foreign)
  })

  test('PRIVACY an archive lists the whole address that each short link leads to', async () => {
    const card = await aFullCard(app)
    const { publicUrl } = app.settings
    const links = [`${publicUrl}/${card.alias}/home`, `${publicUrl}/${card.alias}`, 'https://www.instagram.com/quillfeather']
    for (const link of links) await shortenLink(app.needs, link, card.alias)
    const entries = await entriesOf(await download(await signedIn(app, card.id)))
    const { shortLinks } = ArchivedCard.parse(JSON.parse(entries.get(`cards/${card.alias}/card.json`) ?? ''))
    expect(shortLinks.map(({ longUrl }) => longUrl).toSorted()).toEqual(links.toSorted())
  })

  test('PRIVACY an archive imported elsewhere and taken along again is the same, but for ids and times', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const first = await download(owner)
    await takeIn(first)
    const second = await download(await signedInAs(other, owner.email))

    const [one, two] = [await entriesOf(first), await entriesOf(second)]
    expect([...two.keys()]).toEqual([...one.keys()])
    // A plan and what was paid for it are between an owner and one installation.
    const timeless = (text: string) =>
      text
        .replace(/"(createdAt|updatedAt)": "[^"]+"/g, '')
        .replace(/"name": "(PRO|FREE)"/, '')
        .replace(/ "billing": \{[\s\S]*$/, '')
    for (const [name, body] of one) {
      if (name === 'account.json') continue
      expect(timeless(two.get(name) ?? ''), name).toBe(timeless(body))
    }
    const { rows } = await other.needs.db.execute<{ id: string; is: boolean }>(
      sql`select id, id = ${card.id} as is from subject where alias = ${card.alias}`,
    )
    expect(rows).toEqual([{ id: expect.any(String), is: false }])
  })

  test('PRIVACY an archive of long contacts and a long draft has parts that can be imported', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.needs.db.execute(sql`insert into contact (subject_id, id, submission_id, name, full_name, owner_notes, date_created)
      select ${card.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'Ada', 'Ada ' || n,
        (select jsonb_agg(jsonb_build_object('Created', '2036-06-01T00:00:00Z', 'Note', repeat('x', 4000))) from generate_series(1, 18)), now()
      from generate_series(1, 490) n`)
    await app.needs.db.execute(
      sql`update card_draft set fields = jsonb_build_object('title', repeat('馬', 1500000)) where subject_id = ${card.id}`,
    )
    const archive = await download(owner)
    const sizes = [...(await entriesOf(archive))].map(([name, body]) => (name.includes('/contacts/') ? body.length : 0))
    expect(sizes.reduce((one, other) => one + other)).toBeGreaterThan(32 * 1024 ** 2)
    expect(Math.max(...sizes)).toBeLessThan(5 * 1024 ** 2)
    const { cards } = await takeIn(archive)
    expect(cards).toMatchObject([{ alias: card.alias, contacts: 492 }])
  })

  test('PRIVACY an account with more than 200 cards and labels has all of them in its lists and in its archive', async () => {
    const card = await aCard(app.needs)
    const owner = await signedIn(app, card.id)
    await app.needs.db.execute(sql`
      with made as (insert into subject (id, key, alias, full_name)
        select gen_random_uuid(), 'many-' || n, 'many-' || n, 'Many ' || n from generate_series(1, 204) n returning id, alias),
      named as (insert into alias (name, subject_id) select alias, id from made)
      insert into membership (subject_id, account_id) select made.id, account.id from made, account where email = ${owner.email}`)
    await app.needs.db.execute(sql`
      insert into contact_label (subject_id, name) select ${card.id}, 'Label ' || n from generate_series(1, 240) n`)
    const again = await signedInAs(app, owner.email)
    expect(await again.call('cards.own')).toHaveLength(205)
    expect((await again.call('privacy.read')).cards).toHaveLength(205)
    const entries = await entriesOf(await download(again))
    expect(JSON.parse(entries.get('archive.json') ?? '').cards).toHaveLength(205)
    expect([...entries.keys()].filter((name) => name.endsWith('/card.json'))).toHaveLength(205)
    expect(JSON.parse(entries.get(`cards/${card.alias}/card.json`) ?? '').labels).toHaveLength(240)
  })

  test('PRIVACY rights, plan and the operator’s switch are not taken over from an archive', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const entries = await entriesOf(await download(owner))
    const name = `cards/${card.alias}/card.json`
    const forged = JSON.parse(entries.get(name) ?? '')
    forged.fields.grantedRights = ['CustomReviews']
    await expect(takeIn(pack(asEntries(entries, { [name]: JSON.stringify(forged) })))).rejects.toThrow(/grantedRights/)

    await takeIn(pack(asEntries(entries)), { alias: 'plain-import' })
    const { rows } = await other.needs.db.execute(sql`
      select granted_rights, (select count(*)::int from subscription s where s.subject_id = subject.id) as plans from subject where alias = 'plain-import'`)
    expect(rows).toEqual([{ granted_rights: [], plans: 0 }])
  })

  test('PRIVACY an address that is taken is refused, and nothing is left behind', async () => {
    const card = await aFullCard(app)
    const archive = await download(await signedIn(app, card.id))
    await takeIn(archive)
    const before = await keysOf(other.needs.storage)
    expect(await refusal(takeIn(archive))).toMatchObject({ type: '/problems/conflict' })
    await takeIn(archive, { alias: 'another-address' })
    await other.needs.storage.remove('x/')
    expect((await keysOf(other.needs.storage)).length).toBe(before.length + 1)
  })
})

const asEntries = (entries: Map<string, string>, changed: Record<string, string> = {}): Entry[] =>
  [...entries].map(([name, body]) => ({
    name,
    body: Buffer.from(changed[name] ?? body, name.endsWith('.webp') && !(name in changed) ? 'base64' : 'utf8'),
  }))

describe('a hostile archive', () => {
  const refused = async (archive: Buffer) => {
    const before = await holdings()
    const thrown: unknown = await takeIn(archive).catch((error: unknown) => error)
    expect(await holdings()).toEqual(before)
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
  const holdings = async () => [
    (await other.needs.db.execute(sql`select (select count(*) from subject) as s, (select count(*) from account) as a`)).rows,
    await keysOf(other.needs.storage),
  ]
  const good = async () => {
    const card = await aFullCard(app)
    return { card, entries: await entriesOf(await download(await signedIn(app, card.id))) }
  }

  test.each([
    ['of random bytes', () => Buffer.from('no archive at all'), /no archive/],
    ['that is cut off', () => pack([{ name: 'archive.json', body: Buffer.alloc(9000) }]).subarray(0, 40), /ends too early|no archive/],
    ['of something else', () => pack([{ name: 'photo.jpg', body: Buffer.alloc(10) }]), /no archive/],
    ['of a version to come', () => pack([head({ formatVersion: 2 })]), /newer version/],
    ['that promises a card and has none', () => pack([head({ cards: ['anna'] })]), /do not belong together/],
    ['with a path out of its folder', () => pack([head({}), { name: '../../etc/passwd', body: Buffer.from('x') }]), /does not know/],
    ['with an absolute path', () => pack([head({}), { name: '/etc/passwd', body: Buffer.from('x') }]), /does not know/],
  ])('%s is refused in words, and changes nothing', async (_, make, words) => {
    expect(await refused(make())).toMatch(words)
  })

  test('with a link in place of a file is refused', async () => {
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
    expect(await refused(gzipSync(Buffer.concat([header, packEnd()])))).toMatch(/changed or damaged/)
  })

  test('with one part that unpacks to a mountain is refused before it is climbed', async () => {
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
    expect(await refused(archive)).toMatch(/larger than any/)
  })

  test('with wrong types, half letters, NULs, scripts or pictures that are none is refused', async () => {
    const { card, entries } = await good()
    const file = `cards/${card.alias}/card.json`
    const contacts = `cards/${card.alias}/contacts/0001.jsonl`
    const change = (name: string, from: string | RegExp, to: string) => ({ [name]: (entries.get(name) ?? '').replace(from, to) })
    const wrong: [Record<string, string>, RegExp][] = [
      [change(file, /"bio": "[^"]*"/, '"bio": 7'), /bio/],
      [change(file, 'Doors, opened', 'Doors\\u0000'), /cannot be read/],
      [change(file, 'Doors, opened', '\\ud800'), /cannot be read/],
      [change(file, '"fields": {', '"fields": {"__proto__": {"isOperator": true},'), /cannot be read/],
      [change(file, 'https://www.instagram.com/quillfeather', ' javascript:alert(1)'), /link that no card may have/],
      [change(file, '"fields": {', '"fields": {"id": "x",'), /fields/],
      [change(contacts, '"viewed":false', '"viewed":"no"'), /line 1.*viewed/],
      [{ [`cards/${card.alias}/pictures/profile.webp`]: '<svg onload=alert(1)>' }, /read that image/i],
    ]
    for (const [changed, words] of wrong) expect(await refused(pack(asEntries(entries, changed)))).toMatch(words)
  })

  test('with ids of somebody else’s in it gets ids of its own all the same', async () => {
    const victim = await aFullCard(other)
    const { card, entries } = await good()
    const file = `cards/${card.alias}/card.json`
    const forged = JSON.stringify({ ...JSON.parse(entries.get(file) ?? ''), id: victim.id, subjectId: victim.id, key: 'x' })
    const { cards } = await takeIn(pack(asEntries(entries, { [file]: forged })))
    expect(cards[0]?.id).not.toBe(victim.id)
    const { rows } = await other.needs.db.execute(sql`select count(*)::int as n from contact where subject_id = ${victim.id}`)
    expect(rows).toEqual([{ n: 2 }])
  })
})

const head = (wishes: object): Entry => ({
  name: 'archive.json',
  body: Buffer.from(
    JSON.stringify({ kind: 'carte-archive', formatVersion: 1, productVersion: '1', madeOn: '2036-06-15', cards: [], ...wishes }),
  ),
})

describe('leaving for good', () => {
  const isOn = async (alias: string) => 'id' in (await app.call('cards.read', { params: { alias } }))['{product}']
  const settle = () => app.needs.jobs.settle()
  const erase = async () => {
    await app.needs.jobs.enqueue(app.needs.db, 'privacy.erase', {})
    await settle()
  }

  test('PRIVACY wants a fresh sign-in and the name typed by hand', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    expect(await refusal(owner.call('privacy.leave', { input: { confirm: 'yes' } }))).toMatchObject({ status: 422 })
    now = new Date(start.getTime() + 16 * 60_000)
    expect(await refusal(owner.call('privacy.leave', { input: { confirm: owner.email } }))).toMatchObject({ status: 401 })
    expect(await isOn(card.alias)).toBe(true)
  })

  test('PRIVACY switches the card off at once, and the mailed link brings it back, once', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    const { goesAt } = await owner.call('privacy.leave', { input: { confirm: card.alias.toUpperCase() } })
    expect(new Date(goesAt).getTime() - start.getTime()).toBe(leavingGraceDays * dayMs)
    expect(await isOn(card.alias)).toBe(false)

    await settle()
    const token = /token=([\w-]+)/.exec(mails.find(({ to }) => to === owner.email)?.text ?? '')?.[1] ?? ''
    const keep = () => app.call('privacy.keep', { input: { token } })
    expect(await keep()).toMatchObject({ success: 1 })
    expect(await isOn(card.alias)).toBe(true)
    expect(await refusal(keep())).toMatchObject({ status: 410 })
    now = new Date(start.getTime() + (leavingGraceDays + 1) * dayMs)
    await erase()
    expect(await isOn(card.alias)).toBe(true)
  })

  test('PRIVACY is taken back by who is signed in, and a card that was off stays off', async () => {
    const off = await aCard(app.needs, { eCardEnabled: false })
    const on = await aCard(app.needs)
    const owner = await signedIn(app, off.id, on.id)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    expect((await owner.call('privacy.read')).leaving).toMatchObject({ goesAt: expect.any(String) })
    await owner.call('privacy.keep', { input: {} })
    expect([await isOn(off.alias), await isOn(on.alias)]).toEqual([false, true])
    expect((await owner.call('privacy.read')).leaving).toBeNull()
  })

  test('PRIVACY meanwhile no card is made and none goes on again; once the account is kept, both do', async () => {
    const card = await aCard(app.needs)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    const { alias } = card
    const input = { submissionId: crypto.randomUUID(), alias: 'more-quillfeather', fullName: 'Perpetua Quillfeather', profile: 1 as const }
    const more = { title: '', companyName: '', phoneNumber: '', emailAddress: '' }
    const make = () => owner.call('cards.create', { input: { ...input, ...more } })
    const publish = (revision: number) => owner.call('cards.publishDraft', { input: { alias, revision } })
    await owner.call('cards.saveDraft', { input: { alias, revision: 0, changes: { eCardEnabled: true }, removed: [] } })
    expect(await refusal(make())).toMatchObject({ status: 409, type: '/problems/account-leaving' })
    expect(await refusal(publish(1))).toMatchObject({ status: 422, faults: [{ path: 'eCardEnabled' }] })
    expect(await isOn(alias)).toBe(false)

    await owner.call('privacy.keep', { input: {} })
    expect(await make()).toEqual({ alias: input.alias })
    expect(await isOn(alias)).toBe(true)
  })

  test('PRIVACY asked for and taken back in turn, it sends five mails a day and no more', async () => {
    const card = await aCard(app.needs)
    const owner = await signedIn(app, card.id)
    const leave = () => owner.call('privacy.leave', { input: { confirm: owner.email } })
    for (let time = 0; time < 5; time++) {
      await leave()
      await settle()
      await owner.call('privacy.keep', { input: {} })
    }
    expect(await refusal(leave())).toMatchObject({ status: 429, message: expect.stringContaining('tomorrow') })
    await settle()
    expect(mails.filter(({ to }) => to === owner.email)).toHaveLength(5)
    expect(await isOn(card.alias)).toBe(true)
    now = new Date(start.getTime() + dayMs)
    const again = await signedInAs(app, owner.email)
    expect(await again.call('privacy.leave', { input: { confirm: owner.email } })).toMatchObject({ success: 1 })
  })

  test('PRIVACY nothing of the person is left anywhere: not in the database, not among the pictures', async () => {
    const card = await aFullCard(app, { alias: 'perpetua-quillfeather', met: 'Wilhelmina-77' })
    const owner = await signedIn(app, card.id)
    await app.call('accounts.signUp', { input: { name: 'Perpetua', email: owner.email } })
    for (const [act, subjectId, detail] of [
      ['card.change', card.id, '{}'],
      ['card.create', null, '{"plan":"PRO"}'],
      ['operator.grant', null, JSON.stringify({ operator: owner.email })],
      ['sessions.end', null, JSON.stringify({ operator: owner.email })],
    ])
      await app.needs.db.execute(sql`insert into operator_act (id, at, account_id, actor, act, subject_id, alias, detail)
        values (${crypto.randomUUID()}, now(), null, 'command line', ${act}, ${subjectId}, ${subjectId === null && act !== 'card.create' ? '' : card.alias}, ${detail})`)
    await app.needs.db.execute(sql`insert into card_import (id, created_at, updated_at, account_id, actor, name, encoding, takes, state)
      values (${crypto.randomUUID()}, ${now.toISOString()}, ${now.toISOString()}, ${owner.accountId}, ${owner.email}, 'cards.csv', 'utf-8', 'good', 'done')`)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    await settle()
    now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
    await erase()
    await erase()

    expect(await keysOf(app.needs.storage, `${card.id}/`)).toEqual([])
    // The line in the operators’ book stays; what it was about has a number and no name.
    const words = ['perpetua-quillfeather', 'Wilhelmina-77', owner.email, owner.accountId]
    expect(await findAnywhere(words)).toEqual([])
    expect(await refusal(owner.call('accounts.sessions'))).toMatchObject({ status: 401 })
  })

  test('PRIVACY the address rests before anybody else may have it', async () => {
    const card = await aFullCard(app, { alias: 'resting-place' })
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
    await erase()
    expect(await refusal(aCard(app.needs, { alias: 'resting-place' }))).toMatchObject({ type: '/problems/conflict' })
    now = new Date(now.getTime() + aliasRestsDays * dayMs)
    expect(await aCard(app.needs, { alias: 'resting-place' })).toMatchObject({ alias: 'resting-place' })
  })

  test('PRIVACY a shared card stays on and only loses this owner', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await app.needs.changes.write((tx) => addOwner(tx, { subjectId: card.id, email: `stays-${card.alias}@example.com` }, now))
    await app.needs.db.execute(sql`update card_draft set saved_by = ${owner.accountId} where subject_id = ${card.id}`)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    expect(await isOn(card.alias)).toBe(true)
    now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
    await erase()
    expect(await isOn(card.alias)).toBe(true)
    const { rows } = await app.needs.db.execute(sql`
      select a.email from membership m join account a on a.id = m.account_id where m.subject_id = ${card.id}`)
    expect(rows).toEqual([{ email: `stays-${card.alias}@example.com` }])
    expect(await findAnywhere([owner.email, owner.accountId])).toEqual([])
  })

  test('PRIVACY of two owners who go at the same moment one is the last, so that the card goes with them', async () => {
    const { id: subjectId } = await aCard(app.needs)
    const owners = [await signedIn(app, subjectId), await signedIn(app, subjectId)]
    const staysWithSomebody = await Promise.all(
      owners.map(({ accountId }) => app.needs.changes.write((tx) => eraseMembership(tx, { accountId, subjectId }))),
    )
    expect(staysWithSomebody.toSorted()).toEqual([false, true])
  })

  test('PRIVACY a card that is made while the others go is not left without an owner: it goes with the next run', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
    const { storage } = app.needs
    const { remove } = storage
    const late = `late-${card.alias}`
    storage.remove = async (prefix) => {
      storage.remove = remove
      const { id: subjectId } = await aCard(app.needs, { alias: late })
      await app.needs.changes.write((tx) => addOwner(tx, { subjectId, email: owner.email }, now))
      await remove(prefix)
    }
    await erase()
    expect((await app.needs.db.execute(sql`select 1 from account where id = ${owner.accountId}`)).rows).toHaveLength(1)
    await erase()
    expect(await findAnywhere([late, owner.email])).toEqual([])
  })

  test('PRIVACY a stop in the middle is taken up by the next run, pictures included', async () => {
    const card = await aFullCard(app)
    const owner = await signedIn(app, card.id)
    await owner.call('privacy.leave', { input: { confirm: owner.email } })
    now = new Date(start.getTime() + leavingGraceDays * dayMs + 1000)
    const { storage } = app.needs
    const { remove } = storage
    storage.remove = async () => {
      throw new Error('the power went')
    }
    await erase()
    storage.remove = remove
    expect((await keysOf(storage)).some((key) => key.startsWith(card.id))).toBe(true)
    expect(await refusal(app.call('privacy.keep', { input: { token: 'x'.repeat(43) } }))).toMatchObject({ status: 410 })
    await erase()
    expect((await keysOf(storage)).some((key) => key.startsWith(card.id))).toBe(false)
    expect(await findAnywhere([card.id, owner.email])).toEqual([])
  })

  /** Every column of every table of every schema, as text. */
  async function findAnywhere(words: string[]): Promise<string[]> {
    const { rows: tables } = await app.needs.db.execute<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`)
    const found: string[] = []
    for (const { name } of tables) {
      for (const word of words) {
        const { rows } = await app.needs.db.execute<{ n: number }>(
          sql`select count(*)::int as n from ${sql.raw(name)} as held where strpos(lower(held::text), lower(${word})) > 0`,
        )
        if (rows[0]?.n) found.push(`${word} in ${name}`)
      }
    }
    return found
  }
})
