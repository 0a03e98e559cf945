import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isRefused } from '#contract/api.ts'
import { draftKeys, type DraftChanges, type DraftKey } from '#contract/cards/drafts.ts'
import { addVersion } from './add-version.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aMenuItem, aReview, oneOfEach } from '../../../tests/factories/drafts.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { keysOf } from '../../../tests/harness/keys-of.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
})
afterAll(() => app[Symbol.asyncDispose]())

async function aDesk(wishes: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.needs, wishes)
  const owner = await signedIn(app, card.id)
  const { alias } = card
  return {
    card,
    owner,
    editor: () => owner.call('cards.editor', { params: { alias } }),
    save: (revision: number, changes: DraftChanges, removed: DraftKey[] = []) =>
      owner.call('cards.saveDraft', { input: { alias, revision, changes, removed } }),
    publish: (revision: number) => owner.call('cards.publishDraft', { input: { alias, revision } }),
    discard: (revision: number) => owner.call('cards.discardDraft', { input: { alias, revision } }),
  }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

const refusal = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isRefused(thrown) ? thrown.problem : thrown
}
const pathsOf = (problem: unknown) => (problem as { faults?: { path: string }[] }).faults?.map(({ path }) => path)
/** Values as they travel: what is undefined is not there. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as DraftChanges

describe('DATA-1 every thing an owner edits', () => {
  const pictures = { logo: null }
  const values = json({ ...oneOfEach, pictures })

  test('has a value in this test, and comes out of the editor for a card that nobody edited', async () => {
    expect(Object.keys(values).sort()).toEqual([...draftKeys].sort())
    const { published, draft } = await (await aDesk()).editor()
    expect(Object.keys(published).sort()).toEqual([...draftKeys].sort())
    expect(draft).toEqual({ revision: 0, savedAt: null, fields: {}, faults: [] })
  })

  test('is no longer what a new card has, is kept as a draft, and survives publishing', async () => {
    const desk = await aDesk()
    const { pictures: _, ...all } = values
    expect(await desk.save(0, all)).toMatchObject({ revision: 1, faults: [] })
    expect((await desk.editor()).draft.fields).toEqual(all)

    expect(await desk.publish(1)).toEqual({ success: 1, message: '', revision: 2 })
    const after = await desk.editor()
    expect(after.published).toEqual({ ...all, pictures: after.published.pictures })
    expect(after.draft).toEqual({ revision: 2, savedAt: null, fields: {}, faults: [] })
    expect(after.revision).toBe(2)
  })

  test.each(draftKeys.filter((key) => key !== 'pictures'))('%s is saved, undone and published by itself', async (key) => {
    const desk = await aDesk()
    const before = await desk.editor()
    await desk.save(0, { [key]: values[key] })
    expect((await desk.editor()).draft.fields).toEqual({ [key]: values[key] })
    await desk.save(1, {}, [key])
    expect((await desk.editor()).draft.fields).toEqual({})
    await desk.save(2, { [key]: values[key] })
    await desk.publish(3)
    const { published } = await desk.editor()
    const follows = key === 'firstName' || key === 'lastName' ? { fullName: published.fullName } : {}
    expect(published).toEqual({ ...before.published, [key]: values[key], ...follows })
  })
})

describe('cards.editor', () => {
  test('shows one’s own card also where it is switched off, and everything a visitor does not see', async () => {
    const desk = await aDesk({ isCardDisabled: true, phoneNumber: '(207) 555-0101', settings: { homepage: { ShowMobilePhone: false } } })
    const { isDisabled, published, serviceKinds } = await desk.editor()
    expect([isDisabled, published.phoneNumber]).toEqual([true, '(207) 555-0101'])
    expect(serviceKinds).toHaveLength(35)
  })

  test('gives services in the owner’s order with where a review is written', async () => {
    const desk = await aDesk({
      services: [
        { gradeServiceId: 20, directLink: 'https://yelp.com/biz/a', weight: 20, reviewLink: 'https://yelp.com/writeareview/a' },
        { gradeServiceId: 6, directLink: 'https://instagram.com/a', weight: 10, ignoreService: true },
      ],
    })
    expect((await desk.editor()).published.services).toEqual([
      { gradeServiceId: 6, directLink: 'https://instagram.com/a', reviewLink: '', ignoreService: true },
      { gradeServiceId: 20, directLink: 'https://yelp.com/biz/a', reviewLink: 'https://yelp.com/writeareview/a', ignoreService: false },
    ])
  })
})

describe('cards.saveDraft', () => {
  test('shows a visitor nothing', async () => {
    const desk = await aDesk()
    await desk.save(0, { title: 'Drafted' })
    const answer = await app.call('cards.read', { params: { alias: desk.card.alias } })
    expect(JSON.stringify(answer)).not.toContain('Drafted')
  })

  test('keeps what is half typed, and names what is wrong with it in words', async () => {
    const desk = await aDesk()
    const { faults } = await desk.save(0, {
      emailAddress: 'zoe@',
      videoUrl: 'http://films.example/a.mp4',
      eCardTextColor: 'greenish',
      title: 'x'.repeat(201),
      services: json([
        { gradeServiceId: 6, directLink: 'https://instagram.com/zoe', reviewLink: '', ignoreService: false },
        { gradeServiceId: 6, directLink: 'https://evil.example/', reviewLink: 'javascript:alert(1)', ignoreService: false },
      ]),
      menus: json([
        aMenuItem({ route: 'javascript:alert(1)' }),
        aMenuItem({ label: '' }),
        aMenuItem({ key: 'x', type: 1, route: 'nowhere' }),
      ]),
      reviews: json([aReview({ date: '2025-02-30' }), aReview({ stars: 6 })]),
      language: 'xx',
      versions: json([{ name: 'Latest', overrides: { emailAddress: 'half' } }]),
    })
    expect(faults).toEqual(
      expect.arrayContaining([
        { path: 'emailAddress', message: 'Enter a valid email address.' },
        { path: 'videoUrl', message: 'The link must start with https://' },
        { path: 'eCardTextColor', message: 'Enter a color such as #1f533f.' },
        { path: 'title', message: 'Use 200 characters or fewer.' },
        { path: 'services.1.gradeServiceId', message: 'You already added this service.' },
        { path: 'services.1.directLink', message: 'This doesn’t look like a link to Instagram.' },
        { path: 'services.1.reviewLink', message: 'Enter a valid web address that starts with https://' },
        { path: 'menus.0.route', message: 'The link must start with https://, http://, mailto: or tel:' },
        { path: 'menus.1.key', message: 'This is already in the list.' },
        { path: 'menus.1.label', message: 'Enter a name.' },
        { path: 'menus.2.route', message: 'There’s no such page on a card.' },
        { path: 'reviews.1.stars', message: 'Choose from 0 to 5 stars.' },
        { path: 'language', message: 'This language isn’t available.' },
        { path: 'versions.0.overrides.emailAddress', message: 'Enter a valid email address.' },
      ]),
    )
    const { draft } = await desk.editor()
    expect([draft.fields.emailAddress, draft.faults]).toEqual(['zoe@', faults])
  })

  test.each([
    ['a name that is a number', { firstName: 7 }],
    ['a list that is a word', { menus: 'all' }],
    [
      'a service with a word of its own',
      { services: [{ gradeServiceId: 6, directLink: '', reviewLink: '', ignoreService: false, rank: 1 }] },
    ],
    ['a menu entry with a word of its own', { menus: [{ ...aMenuItem(), onclick: 'x' }] }],
    ['rights in a version', { versions: [{ name: 'spring', overrides: { grantedRights: ['Contact'] } }] }],
    ['an alignment nobody knows', { 'settings.mobileLayoutAlign': 'middle' }],
    ['a key that is no field of a draft', { grantedRights: ['Contact'] }],
  ])('refuses %s, and keeps nothing', async (_, changes) => {
    const desk = await aDesk()
    expect(await refusal(desk.save(0, { title: 'Beside it', ...json(changes) }))).toMatchObject({ status: 422 })
    expect((await desk.editor()).draft).toMatchObject({ revision: 0, fields: {} })
  })

  test('what is as it is published is no part of a draft, to the part', async () => {
    const desk = await aDesk()
    const { published } = await desk.editor()
    await desk.save(0, {
      title: 'Broker ',
      bio: 'New',
      'settings.homepage': json({ ...Object(published['settings.homepage']), ShowTitle: false }),
    })
    await desk.owner.call('cards.updateSettings', {
      input: { alias: desk.card.alias, key: (await desk.editor()).key, updateType: 0, setting: 'ShowName', value: false },
    })
    const { draft } = await desk.editor()
    expect(draft.fields).toEqual({
      bio: 'New',
      'settings.homepage': { ...Object(published['settings.homepage']), ShowName: false, ShowTitle: false },
    })
  })

  test('has an end: a megabyte', async () => {
    const desk = await aDesk()
    const long = 'x'.repeat(190_000)
    const keys = ['bio', 'title', 'companyName', 'tags', 'shareByEmailBody'] as const
    for (const [revision, key] of keys.entries()) await desk.save(revision, { [key]: long })
    expect(await refusal(desk.save(5, { reviewByEmailBody: long }))).toMatchObject({
      status: 422,
      detail: expect.stringContaining('too much'),
    })
    expect((await desk.editor()).draft.revision).toBe(5)
  })
})

describe('two windows', () => {
  test('the one that saves second is told, and nothing of either is lost', async () => {
    const desk = await aDesk()
    const answers = await Promise.allSettled([desk.save(0, { title: 'One' }), desk.save(0, { bio: 'Two' })])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = answers[0]?.status === 'rejected' ? { title: 'One' } : { bio: 'Two' }
    expect(await refusal(desk.save(0, lost))).toMatchObject({ status: 409, type: '/problems/conflict' })
    await desk.save(1, lost)
    expect((await desk.editor()).draft.fields).toEqual({ title: 'One', bio: 'Two' })
  })

  test('a save whose answer was lost may be sent again', async () => {
    const desk = await aDesk()
    const first = await desk.save(0, { title: 'One' })
    expect(await desk.save(0, { title: 'One' })).toEqual(first)
    expect((await desk.editor()).draft.revision).toBe(1)
  })

  test('a window that was open while another published or discarded saves over neither', async () => {
    const desk = await aDesk()
    await desk.save(0, { title: 'One' })
    await desk.publish(1)
    expect(await refusal(desk.save(1, { bio: 'Late' }))).toMatchObject({ status: 409 })
    expect(await refusal(desk.publish(1))).toMatchObject({ status: 409 })
    await desk.save(2, { bio: 'Three' })
    await desk.discard(3)
    expect(await refusal(desk.publish(3))).toMatchObject({ status: 409 })
    expect(await refusal(desk.discard(3))).toMatchObject({ status: 409 })
    expect((await desk.editor()).published).toMatchObject({ title: 'One', bio: '' })
  })

  test('whatever two windows save, undo, publish and discard, published is what the last accepted publishing said', async () => {
    const key = fc.constantFrom<DraftKey>('title', 'bio', 'tags')
    const act = fc.oneof(
      fc.record({ does: fc.constant('save' as const), window: fc.nat(1), key, value: fc.constantFrom('a', 'b', '') }),
      fc.record({ does: fc.constant('remove' as const), window: fc.nat(1), key }),
      fc.record({ does: fc.constantFrom('publish' as const, 'discard' as const, 'look' as const), window: fc.nat(1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const desk = await aDesk({ title: '' })
        const windows = [0, 0]
        const model = {
          revision: 0,
          draft: {} as Record<string, string>,
          published: { title: '', bio: '', tags: '' } as Record<string, string>,
        }
        for (const step of acts) {
          const known = windows[step.window] ?? 0
          if (step.does === 'look') {
            windows[step.window] = (await desk.editor()).draft.revision
            continue
          }
          const call =
            step.does === 'save'
              ? desk.save(known, { [step.key]: step.value })
              : step.does === 'remove'
                ? desk.save(known, {}, [step.key])
                : desk[step.does](known)
          const answer = await call.catch(() => null)
          if (answer) windows[step.window] = answer.revision
          if (!answer || answer.revision === model.revision) continue
          model.revision = answer.revision
          if (step.does === 'save') model.draft[step.key] = step.value
          if (step.does === 'remove') model.draft = Object.fromEntries(Object.entries(model.draft).filter(([key]) => key !== step.key))
          if (step.does === 'publish') Object.assign(model.published, model.draft)
          if (step.does === 'publish' || step.does === 'discard') model.draft = {}
        }
        const { published, draft } = await desk.editor()
        expect(published).toMatchObject(model.published)
        expect({ ...model.published, ...draft.fields }).toEqual({ ...model.published, ...model.draft })
        expect(draft.revision).toBe(model.revision)
      }),
      { numRuns: 15 },
    )
  })
})

describe('cards.publishDraft', () => {
  test('a fault anywhere publishes nothing', async () => {
    const desk = await aDesk()
    const before = await desk.editor()
    await desk.save(0, { title: 'New', services: json(oneOfEach.services), emailAddress: 'half' })
    const refused = await refusal(desk.publish(1))
    expect(refused).toMatchObject({ status: 422, type: '/problems/input-invalid' })
    expect(pathsOf(refused)).toEqual(['emailAddress'])
    const after = await desk.editor()
    expect([after.published, after.revision, after.draft.revision]).toEqual([before.published, before.revision, 1])
  })

  test('a picture that is not there publishes nothing', async () => {
    const desk = await aDesk()
    await desk.save(0, {
      title: 'New',
      services: json(oneOfEach.services),
      pictures: json({ profile: { revision: 'abcdef012345', width: 4, height: 4 } }),
    })
    expect(await refusal(desk.publish(1))).toMatchObject({ status: 422 })
    expect((await desk.editor()).published).toMatchObject({ title: 'Broker', services: [] })
  })

  test('an uploaded picture becomes the card’s own, under the names a card says it by; the one before it goes', async () => {
    const desk = await aDesk()
    const { db, storage } = app.needs
    const row = (kind: string, revision: string) => sql`(${desk.card.id}, ${kind}, ${revision}, 400, 300, 9, false)`
    const columns = sql`(subject_id, kind, revision, width, height, bytes, has_alpha)`
    await db.execute(sql`insert into picture ${columns} values ${row('profile', 'aaaaaaaaaaaa')}, ${row('background', 'bbbbbbbbbbbb')}`)
    await db.execute(sql`insert into uploaded_picture ${columns} values ${row('profile', 'cccccccccccc')}, ${row('logo', 'dddddddddddd')}`)
    await storage.put(`${desk.card.id}/profile/aaaaaaaaaaaa/master.webp`, Buffer.from('before'))
    const picture = (revision: string) => ({ revision, width: 400, height: 300 })
    await desk.save(0, { pictures: { profile: picture('cccccccccccc'), logo: picture('dddddddddddd'), background: null } })
    expect((await desk.editor()).published.pictures).toMatchObject({ profile: picture('aaaaaaaaaaaa'), logo: null })

    await desk.publish(1)
    expect((await desk.editor()).published).toMatchObject({
      pictures: { profile: picture('cccccccccccc'), logo: picture('dddddddddddd'), background: null, cutout: null, card: null },
      previewProfileImage: 'cccccccccccc',
      previewCompanyLogo: 'dddddddddddd',
      eCardCompanyLogoImage: 'logo',
      previewBackgroundImage: '',
      eCardBackgroundImage: '',
    })
    expect(await storage.get(`${desk.card.id}/profile/aaaaaaaaaaaa/master.webp`)).toBeNull()
  })

  test('a disk that lets nothing go does not make a published draft a failure: it is told in the log', async () => {
    const desk = await aDesk()
    const { db, storage, log } = app.needs
    await db.execute(sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha)
      values (${desk.card.id}, 'background', 'eeeeeeeeeeee', 400, 300, 9, false)`)
    await desk.save(0, { title: 'New', pictures: { background: null } })
    const remove = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('the disk is read-only'))
    const error = vi.spyOn(log, 'error')
    expect(await desk.publish(1)).toMatchObject({ success: 1, revision: 2 })
    expect(error.mock.calls).toMatchObject([['bytes-not-removed', {}]])
    for (const spy of [remove, error]) spy.mockRestore()
    expect((await desk.editor()).published).toMatchObject({ title: 'New', pictures: { background: null } })
  })

  test('an empty draft is published, and nothing changes', async () => {
    const desk = await aDesk()
    expect(await desk.publish(0)).toEqual({ success: 1, message: '', revision: 0 })
    expect((await desk.editor()).revision).toBe(1)
  })

  test.each([0, 600])('a form that opens after %i seconds is published', async (timeout) => {
    const desk = await aDesk()
    await desk.save(0, { 'settings.connectClientsSetting': { timeout } })
    expect(await desk.publish(1)).toMatchObject({ success: 1 })
    expect((await desk.editor()).published).toMatchObject({ 'settings.connectClientsSetting': { timeout } })
  })

  test('what My Account changed meanwhile survives', async () => {
    const desk = await aDesk()
    const { key } = await desk.editor()
    await desk.save(0, {
      'settings.homepage': { ShowTitle: false },
      'settings.connectClientsSetting': { timeout: 9 },
      'settings.iconPack': 'round',
    })
    const change = (updateType: number, setting: string, value: boolean) =>
      desk.owner.call('cards.updateSettings', { input: { alias: desk.card.alias, key, updateType, setting, value } })
    await change(0, 'ShowName', false)
    await change(1, 'enabled', false)
    await desk.publish(1)
    expect((await desk.editor()).published).toMatchObject({
      'settings.homepage': { ShowName: false, ShowTitle: false, ShowEmailAddress: true },
      'settings.connectClientsSetting': { enabled: false, desktopEnabled: true, timeout: 9 },
      'settings.iconPack': 'round',
    })
  })

  test('is seen by every visitor at once, and services stand in the new order', async () => {
    const desk = await aDesk({ services: [{ gradeServiceId: 9, directLink: 'https://youtube.com/@a' }] })
    const read = () => app.call('cards.read', { params: { alias: desk.card.alias } })
    await read()
    await desk.save(0, { title: 'New', services: json(oneOfEach.services) })
    await desk.publish(1)
    expect((await read())['{product}']).toMatchObject({ title: 'New', revision: 2 })
    const services = await app.call('cards.services', { query: { subjectId: desk.card.id } })
    expect(services.map(({ gradeServiceId, weight }) => [gradeServiceId, weight])).toEqual([
      [20, 20],
      [6, 30],
    ])
  })

  test('a short link stays where it leads to the same place', async () => {
    const link = 'https://yelp.com/biz/a'
    const desk = await aDesk({ services: [{ gradeServiceId: 20, directLink: link, reviewLink: `${link}/write` }] })
    await app.needs.db.execute(
      sql`update subject_service set short_link = '/s/one', short_review_link = '/s/two' where subject_id = ${desk.card.id}`,
    )
    const service = { gradeServiceId: 20, directLink: link, reviewLink: `${link}/other`, ignoreService: false }
    await desk.save(0, { services: [service] })
    await desk.publish(1)
    const [kept] = await app.call('cards.services', { query: { subjectId: desk.card.id } })
    expect([kept?.shortLink, kept?.shortReviewLink]).toEqual(['/s/one', ''])
  })

  test('a link is published as the URL parser gives it back', async () => {
    const desk = await aDesk()
    const services = [{ gradeServiceId: 26, directLink: '+1 207 555 0142', reviewLink: '', ignoreService: false }]
    await desk.save(0, { services, menus: json([aMenuItem({ route: 'HarborPine.example' })]) })
    await desk.publish(1)
    expect((await desk.editor()).published).toMatchObject({
      services: [{ directLink: 'https://wa.me/12075550142' }],
      menus: [{ route: 'https://harborpine.example/' }],
    })
  })

  test('the full name follows first and last name, unless it was written on purpose', async () => {
    const follows = await aDesk()
    await follows.save(0, { lastName: 'Summer' })
    await follows.publish(1)
    expect((await follows.editor()).fullName).toBe('Ada Summer')

    const chosen = await aDesk({ fullName: 'Dr. Ada' })
    await chosen.save(0, { lastName: 'Summer' })
    await chosen.publish(1)
    expect((await chosen.editor()).fullName).toBe('Dr. Ada')
  })

  test('ACC-1 what is PRO is not published on a free plan, and says so', async () => {
    const desk = await aDesk({ plan: 'FREE' })
    await desk.save(0, { 'settings.connectClientsSetting': { enabled: false } })
    expect(await refusal(desk.publish(1))).toMatchObject({
      status: 422,
      faults: [{ path: 'settings.connectClientsSetting', message: 'This is a PRO feature.' }],
    })
  })

  test('variants are added, changed and taken away; what their owner does not decide stays', async () => {
    const desk = await aDesk()
    const now = app.needs.clock.now()
    await app.needs.changes.write(async (tx) => {
      await addVersion(tx, desk.card.id, 'fair', { title: 'At the fair', settings: { iconPack: 'round' } }, now)
      await addVersion(tx, desk.card.id, 'old', { title: 'Old' }, now)
    })
    expect((await desk.editor()).published.versions).toEqual([
      { name: 'fair', overrides: { title: 'At the fair' } },
      { name: 'old', overrides: { title: 'Old' } },
    ])
    await desk.save(0, {
      versions: json([
        { name: 'fair', overrides: { bio: 'Stand 7' } },
        { name: 'new', overrides: {} },
      ]),
    })
    await desk.publish(1)
    const { rows } = await app.needs.db.execute(
      sql`select name, overrides from subject_version where subject_id = ${desk.card.id} order by name`,
    )
    expect(rows).toEqual([
      { name: 'fair', overrides: { bio: 'Stand 7', settings: { iconPack: 'round' } } },
      { name: 'new', overrides: {} },
    ])
  })

  test('a language chosen for everywhere is that of the mails, too', async () => {
    const desk = await aDesk()
    await desk.save(0, { language: 'ro' })
    await desk.publish(1)
    const { rows } = await app.needs.db.execute(sql`select language from account where id = ${desk.owner.accountId}`)
    expect(rows).toEqual([{ language: 'ro' }])
  })
})

describe('cards.discardDraft', () => {
  const picture = (revision: string) => ({ revision, width: 400, height: 300 })
  const bytesOf = (desk: Desk, kind: string, revision: string) => `${desk.card.id}/${kind}/${revision}/master.webp`

  async function send(desk: Desk, kind: string, revision: string, table = 'uploaded_picture') {
    const { db, storage } = app.needs
    await storage.put(bytesOf(desk, kind, revision), Buffer.from(revision))
    await db.execute(sql`insert into ${sql.identifier(table)} (subject_id, kind, revision, width, height, bytes, has_alpha)
      values (${desk.card.id}, ${kind}, ${revision}, 400, 300, 9, false)`)
  }
  const waiting = async ({ card }: Desk) =>
    (await app.needs.db.execute(sql`select revision from uploaded_picture where subject_id = ${card.id} order by 1`)).rows.flatMap(
      Object.values,
    )
  const isKept = async (desk: Desk, kind: string, revision: string) => !!(await app.needs.storage.get(bytesOf(desk, kind, revision)))

  test('takes along the pictures that only the draft named, and none that is published or sent since', async () => {
    const desk = await aDesk()
    await send(desk, 'profile', 'aaaaaaaaaaaa')
    await send(desk, 'logo', 'bbbbbbbbbbbb')
    await send(desk, 'background', 'cccccccccccc')
    await desk.save(0, {
      pictures: { profile: picture('aaaaaaaaaaaa'), logo: picture('bbbbbbbbbbbb'), background: picture('cccccccccccc'), card: null },
    })
    // Published meanwhile by another way, and another picture on its way into a draft.
    await send(desk, 'background', 'cccccccccccc', 'picture')
    await send(desk, 'profile', 'dddddddddddd')
    const another = await aDesk()
    await send(another, 'profile', 'aaaaaaaaaaaa')

    expect(await desk.discard(1)).toEqual({ success: 1, message: '', revision: 2 })
    expect([await waiting(desk), await waiting(another)]).toEqual([['dddddddddddd'], ['aaaaaaaaaaaa']])
    expect(await keysOf(app.needs.storage, `${desk.card.id}/`)).toEqual(
      [bytesOf(desk, 'background', 'cccccccccccc'), bytesOf(desk, 'profile', 'dddddddddddd')].toSorted(),
    )
    expect(await isKept(another, 'profile', 'aaaaaaaaaaaa')).toBe(true)
    const shown = await app.ask(`/api/public/client-image/${desk.card.alias}/ProfileImage/aaaaaaaaaaaa`)
    expect(shown.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  test('a window that still has such a picture is told of it as it saves, and publishes nothing of it', async () => {
    const desk = await aDesk()
    await send(desk, 'profile', 'aaaaaaaaaaaa')
    const changes = { title: 'Late', pictures: { profile: picture('aaaaaaaaaaaa') } }
    await desk.save(0, changes)
    await desk.discard(1)

    expect(await refusal(desk.save(1, changes))).toMatchObject({ status: 409 })
    const faults = [{ path: 'pictures.profile', message: 'This image is no longer available. Choose it again.' }]
    expect(await desk.save(2, changes)).toMatchObject({ revision: 3, faults })
    expect((await desk.editor()).draft.faults).toEqual(faults)
    expect(await refusal(desk.publish(3))).toMatchObject({ status: 422, faults })
    expect((await desk.editor()).published).toMatchObject({ title: 'Broker', pictures: { profile: null } })

    await send(desk, 'profile', 'aaaaaaaaaaaa')
    expect(await desk.save(3, { bio: 'New' })).toMatchObject({ faults: [] })
    await desk.publish(4)
    expect((await desk.editor()).published).toMatchObject({ title: 'Late', pictures: { profile: picture('aaaaaaaaaaaa') } })
  })

  test('of a save and a discarding at once one is told, and a draft that stays has its picture', async () => {
    const desk = await aDesk()
    await send(desk, 'profile', 'aaaaaaaaaaaa')
    await desk.save(0, { pictures: { profile: picture('aaaaaaaaaaaa') } })
    const answers = await Promise.allSettled([desk.save(1, { title: 'One' }), desk.discard(1)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const isSaved = answers[0]?.status === 'fulfilled'
    expect(await waiting(desk)).toEqual(isSaved ? ['aaaaaaaaaaaa'] : [])
    expect(await isKept(desk, 'profile', 'aaaaaaaaaaaa')).toBe(isSaved)
  })

  test('a disk that lets nothing go does not make it a failure: the picture is shown to nobody, and the log tells', async () => {
    const desk = await aDesk()
    const { storage, log } = app.needs
    await send(desk, 'profile', 'aaaaaaaaaaaa')
    await desk.save(0, { pictures: { profile: picture('aaaaaaaaaaaa') } })
    const remove = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('the disk is read-only'))
    const error = vi.spyOn(log, 'error')
    expect(await desk.discard(1)).toMatchObject({ revision: 2 })
    expect(error.mock.calls).toMatchObject([['bytes-not-removed', {}]])
    for (const spy of [remove, error]) spy.mockRestore()
    expect(await waiting(desk)).toEqual([])
  })
})

test('a draft goes with its card', async () => {
  const desk: Desk = await aDesk()
  await desk.save(0, { title: 'Gone' })
  await app.needs.db.execute(sql`delete from subject where id = ${desk.card.id}`)
  const { rows } = await app.needs.db.execute(sql`select 1 from card_draft where subject_id = ${desk.card.id}`)
  expect(rows).toEqual([])
})
