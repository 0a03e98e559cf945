import { sql } from 'drizzle-orm'
import fc from '../../../tests/samples/fast-check.ts'
import { describe, expect, test, vi } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { draftKeys, type DraftChanges, type DraftKey } from '#contract/cards/drafts.ts'
import { addVersion } from './add-version.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { aMenuItem, aReview, oneOfEach } from '../../../tests/factories/drafts.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { keysOf } from '../../../tests/harness/keys-of.ts'
import { signedIn } from '../../../tests/harness/signed-in.ts'

const app = await theApp()

async function aSession(overrides: Parameters<typeof aCard>[1] = {}) {
  const card = await aCard(app.deps, overrides)
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
type Session = Awaited<ReturnType<typeof aSession>>

const problemOf = async (call: Promise<unknown>) => {
  const thrown: unknown = await call.catch((error: unknown) => error)
  return isProblem(thrown) ? thrown.problem : thrown
}
const pathsOf = (problem: unknown) => (problem as { issues?: { path: string }[] }).issues?.map(({ path }) => path)
/** Values as serialized, without undefined ones. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as DraftChanges

describe('DATA-1 every editable value', () => {
  const pictures = { logo: null }
  const values = json({ ...oneOfEach, pictures })

  test('has a test value, and the editor returns it for an unedited card', async () => {
    expect(Object.keys(values).sort()).toEqual([...draftKeys].sort())
    const { published, draft } = await (await aSession()).editor()
    expect(Object.keys(published).sort()).toEqual([...draftKeys].sort())
    expect(draft).toEqual({ revision: 0, savedAt: null, fields: {}, issues: [] })
  })

  test('differs from a new card, is saved as a draft, and survives publishing', async () => {
    const session = await aSession()
    const { pictures: _, ...all } = values
    expect(await session.save(0, all)).toMatchObject({ revision: 1, issues: [] })
    expect((await session.editor()).draft.fields).toEqual(all)

    expect(await session.publish(1)).toEqual({ success: 1, message: '', revision: 2 })
    const after = await session.editor()
    expect(after.published).toEqual({ ...all, pictures: after.published.pictures })
    expect(after.draft).toEqual({ revision: 2, savedAt: null, fields: {}, issues: [] })
    expect(after.revision).toBe(2)
  })

  test.each(draftKeys.filter((key) => key !== 'pictures'))('%s can be saved, undone and published by itself', async (key) => {
    const session = await aSession()
    const before = await session.editor()
    await session.save(0, { [key]: values[key] })
    expect((await session.editor()).draft.fields).toEqual({ [key]: values[key] })
    await session.save(1, {}, [key])
    expect((await session.editor()).draft.fields).toEqual({})
    await session.save(2, { [key]: values[key] })
    await session.publish(3)
    const { published } = await session.editor()
    const follows = key === 'firstName' || key === 'lastName' ? { fullName: published.fullName } : {}
    expect(published).toEqual({ ...before.published, [key]: values[key], ...follows })
  })
})

describe('cards.editor', () => {
  test('returns your card even if it is off, including hidden values', async () => {
    const session = await aSession({
      isCardDisabled: true,
      phoneNumber: '(207) 555-0101',
      settings: { homepage: { ShowMobilePhone: false } },
    })
    const { isDisabled, published, serviceKinds } = await session.editor()
    expect([isDisabled, published.phoneNumber]).toEqual([true, '(207) 555-0101'])
    expect(serviceKinds).toHaveLength(35)
  })

  test('returns services in the owner’s order with their review links', async () => {
    const session = await aSession({
      services: [
        { gradeServiceId: 20, directLink: 'https://yelp.com/biz/a', weight: 20, reviewLink: 'https://yelp.com/writeareview/a' },
        { gradeServiceId: 6, directLink: 'https://instagram.com/a', weight: 10, ignoreService: true },
      ],
    })
    expect((await session.editor()).published.services).toEqual([
      { gradeServiceId: 6, directLink: 'https://instagram.com/a', reviewLink: '', ignoreService: true },
      { gradeServiceId: 20, directLink: 'https://yelp.com/biz/a', reviewLink: 'https://yelp.com/writeareview/a', ignoreService: false },
    ])
  })
})

describe('cards.saveDraft', () => {
  test('shows visitors nothing', async () => {
    const session = await aSession()
    await session.save(0, { title: 'Drafted' })
    const answer = await app.call('cards.read', { params: { alias: session.card.alias } })
    expect(JSON.stringify(answer)).not.toContain('Drafted')
  })

  test('saves unfinished values and describes their issues', async () => {
    const session = await aSession()
    const { issues } = await session.save(0, {
      emailAddress: 'zoe@',
      officePhoneNumber: 'abc',
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
      gradeServiceTemplateId: 0,
      'settings.connectClientsSetting': { timeout: -5, applyTags: 'a,'.repeat(20) },
      versions: json([{ name: 'Latest', overrides: { emailAddress: 'half' } }]),
    })
    expect(issues).toEqual(
      expect.arrayContaining([
        { path: 'emailAddress', code: 'emailInvalid', values: {}, message: 'Enter a valid email address.' },
        { path: 'officePhoneNumber', code: 'phoneWrong', values: {}, message: 'Enter a phone number with 7 to 15 digits.' },
        { path: 'videoUrl', code: 'linkNotSecure', values: {}, message: 'The link must start with https://' },
        { path: 'eCardTextColor', code: 'colorInvalid', values: {}, message: 'Enter a color such as #1f533f.' },
        { path: 'title', code: 'tooLong', values: { most: 200 }, message: 'Use 200 characters or fewer.' },
        { path: 'services.1.gradeServiceId', code: 'serviceDuplicate', values: {}, message: 'You already added this service.' },
        {
          path: 'services.1.directLink',
          code: 'hostMismatch',
          values: { name: 'Instagram' },
          message: 'This doesn’t look like a link to Instagram.',
        },
        { path: 'services.1.reviewLink', code: 'linkInvalid', values: {}, message: 'Enter a valid web address that starts with https://' },
        {
          path: 'menus.0.route',
          code: 'targetInvalid',
          values: {},
          message: 'The link must start with https://, http://, mailto: or tel:',
        },
        { path: 'menus.1.key', code: 'keyDuplicate', values: {}, message: 'This is already in the list.' },
        { path: 'menus.1.label', code: 'nameMissing', values: {}, message: 'Enter a name.' },
        { path: 'menus.2.route', code: 'pageUnknown', values: {}, message: 'There’s no such page on a card.' },
        { path: 'reviews.1.stars', code: 'starsInvalid', values: {}, message: 'Choose from 0 to 5 stars.' },
        { path: 'language', code: 'languageUnknown', values: {}, message: 'This language isn’t available.' },
        { path: 'gradeServiceTemplateId', code: 'invalid', values: {}, message: 'This value isn’t valid.' },
        {
          path: 'settings.connectClientsSetting.timeout',
          code: 'secondsInvalid',
          values: {},
          message: 'Enter a number of seconds from 0 to 600.',
        },
        {
          path: 'settings.connectClientsSetting.applyTags',
          code: 'tooManyLabels',
          values: {},
          message: 'You can have up to 20 labels of 60 characters.',
        },
        { path: 'versions.0.overrides.emailAddress', code: 'emailInvalid', values: {}, message: 'Enter a valid email address.' },
      ]),
    )
    const { draft } = await session.editor()
    expect([draft.fields.emailAddress, draft.issues]).toEqual(['zoe@', issues])
  })

  test('says how long a text in a list may be', async () => {
    const session = await aSession()
    const { issues } = await session.save(0, {
      menus: json([aMenuItem({ label: 'x'.repeat(81) })]),
      versions: json([{ name: 'fall', overrides: { reviews: [aReview({ title: 'x'.repeat(301) })] } }]),
    })
    expect(issues).toEqual([
      { path: 'menus.0.label', code: 'tooLong', values: { most: 80 }, message: 'Use 80 characters or fewer.' },
      { path: 'versions.0.overrides.reviews.0.title', code: 'tooLong', values: { most: 300 }, message: 'Use 300 characters or fewer.' },
    ])
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
    ['an unknown alignment', { 'settings.mobileLayoutAlign': 'middle' }],
    ['a key that is no field of a draft', { grantedRights: ['Contact'] }],
  ])('refuses %s, and keeps nothing', async (_, changes) => {
    const session = await aSession()
    expect(await problemOf(session.save(0, { title: 'Beside it', ...json(changes) }))).toMatchObject({ status: 422 })
    expect((await session.editor()).draft).toMatchObject({ revision: 0, fields: {} })
  })

  test('leaves out parts that equal the published card', async () => {
    const session = await aSession()
    const { published } = await session.editor()
    await session.save(0, {
      title: 'Broker ',
      bio: 'New',
      'settings.homepage': json({ ...Object(published['settings.homepage']), ShowTitle: false }),
    })
    await session.owner.call('cards.updateSettings', {
      input: { alias: session.card.alias, key: (await session.editor()).key, updateType: 0, setting: 'ShowName', value: false },
    })
    const { draft } = await session.editor()
    expect(draft.fields).toEqual({
      bio: 'New',
      'settings.homepage': { ...Object(published['settings.homepage']), ShowName: false, ShowTitle: false },
    })
  })

  test('is limited to a megabyte', async () => {
    const session = await aSession()
    const long = 'x'.repeat(190_000)
    const keys = ['bio', 'title', 'companyName', 'tags', 'shareByEmailBody'] as const
    for (const [revision, key] of keys.entries()) await session.save(revision, { [key]: long })
    expect(await problemOf(session.save(5, { reviewByEmailBody: long }))).toMatchObject({
      status: 422,
      code: 'draftTooLarge',
      detail: expect.stringContaining('too large'),
    })
    expect((await session.editor()).draft.revision).toBe(5)
  })
})

describe('two windows', () => {
  test('the second save gets a conflict, and nothing is lost', async () => {
    const session = await aSession()
    const answers = await Promise.allSettled([session.save(0, { title: 'One' }), session.save(0, { bio: 'Two' })])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = answers[0]?.status === 'rejected' ? { title: 'One' } : { bio: 'Two' }
    expect(await problemOf(session.save(0, lost))).toMatchObject({ status: 409, type: '/problems/conflict' })
    await session.save(1, lost)
    expect((await session.editor()).draft.fields).toEqual({ title: 'One', bio: 'Two' })
  })

  test('a save can be repeated if its response was lost', async () => {
    const session = await aSession()
    const first = await session.save(0, { title: 'One' })
    expect(await session.save(0, { title: 'One' })).toEqual(first)
    expect((await session.editor()).draft.revision).toBe(1)
  })

  test('a stale window can’t overwrite a publish or a discard', async () => {
    const session = await aSession()
    await session.save(0, { title: 'One' })
    await session.publish(1)
    expect(await problemOf(session.save(1, { bio: 'Late' }))).toMatchObject({ status: 409 })
    expect(await problemOf(session.publish(1))).toMatchObject({ status: 409 })
    await session.save(2, { bio: 'Three' })
    await session.discard(3)
    expect(await problemOf(session.publish(3))).toMatchObject({ status: 409 })
    expect(await problemOf(session.discard(3))).toMatchObject({ status: 409 })
    expect((await session.editor()).published).toMatchObject({ title: 'One', bio: '' })
  })

  test('with any actions in two windows, the last accepted publish wins', async () => {
    const key = fc.constantFrom<DraftKey>('title', 'bio', 'tags')
    const act = fc.oneof(
      fc.record({ does: fc.constant('save' as const), window: fc.nat(1), key, value: fc.constantFrom('a', 'b', '') }),
      fc.record({ does: fc.constant('remove' as const), window: fc.nat(1), key }),
      fc.record({ does: fc.constantFrom('publish' as const, 'discard' as const, 'look' as const), window: fc.nat(1) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const session = await aSession({ title: '' })
        const windows = [0, 0]
        const model = {
          revision: 0,
          draft: {} as Record<string, string>,
          published: { title: '', bio: '', tags: '' } as Record<string, string>,
        }
        for (const step of acts) {
          const known = windows[step.window] ?? 0
          if (step.does === 'look') {
            windows[step.window] = (await session.editor()).draft.revision
            continue
          }
          const call =
            step.does === 'save'
              ? session.save(known, { [step.key]: step.value })
              : step.does === 'remove'
                ? session.save(known, {}, [step.key])
                : session[step.does](known)
          const answer = await call.catch(() => null)
          if (answer) windows[step.window] = answer.revision
          if (!answer || answer.revision === model.revision) continue
          model.revision = answer.revision
          if (step.does === 'save') model.draft[step.key] = step.value
          if (step.does === 'remove') model.draft = Object.fromEntries(Object.entries(model.draft).filter(([key]) => key !== step.key))
          if (step.does === 'publish') Object.assign(model.published, model.draft)
          if (step.does === 'publish' || step.does === 'discard') model.draft = {}
        }
        const { published, draft } = await session.editor()
        expect(published).toMatchObject(model.published)
        expect({ ...model.published, ...draft.fields }).toEqual({ ...model.published, ...model.draft })
        expect(draft.revision).toBe(model.revision)
      }),
      { numRuns: 15 },
    )
  })
})

describe('cards.publishDraft', () => {
  test('any issue publishes nothing', async () => {
    const session = await aSession()
    const before = await session.editor()
    await session.save(0, { title: 'New', services: json(oneOfEach.services), emailAddress: 'half' })
    const refused = await problemOf(session.publish(1))
    expect(refused).toMatchObject({ status: 422, type: '/problems/input-invalid' })
    expect(pathsOf(refused)).toEqual(['emailAddress'])
    const after = await session.editor()
    expect([after.published, after.revision, after.draft.revision]).toEqual([before.published, before.revision, 1])
  })

  test('a number with letters is published, and an invalid earlier one blocks nothing', async () => {
    const session = await aSession({ phoneNumber: 'ask at the desk', officePhoneNumber: '12' })
    const { issues } = await session.save(0, { phoneNumber: 'ask at the desk ', directPhoneNumber: '207-555-HOME', title: 'New' })
    expect(issues).toEqual([])
    await session.publish(1)
    expect((await session.editor()).published).toMatchObject({
      phoneNumber: 'ask at the desk',
      officePhoneNumber: '12',
      directPhoneNumber: '207-555-HOME',
      title: 'New',
    })
  })

  test('a missing picture publishes nothing', async () => {
    const session = await aSession()
    await session.save(0, {
      title: 'New',
      services: json(oneOfEach.services),
      pictures: json({ profile: { revision: 'abcdef012345', width: 4, height: 4 } }),
    })
    expect(await problemOf(session.publish(1))).toMatchObject({ status: 422 })
    expect((await session.editor()).published).toMatchObject({ title: 'Broker', services: [] })
  })

  test('an uploaded picture replaces the card’s previous one', async () => {
    const session = await aSession()
    const { db, storage } = app.deps
    const row = (kind: string, revision: string) => sql`(${session.card.id}, ${kind}, ${revision}, 400, 300, 9, false)`
    const columns = sql`(subject_id, kind, revision, width, height, bytes, has_alpha)`
    await db.execute(sql`insert into picture ${columns} values ${row('profile', 'aaaaaaaaaaaa')}, ${row('background', 'bbbbbbbbbbbb')}`)
    await db.execute(sql`insert into uploaded_picture ${columns} values ${row('profile', 'cccccccccccc')}, ${row('logo', 'dddddddddddd')}`)
    await storage.put(`${session.card.id}/profile/aaaaaaaaaaaa/master.webp`, Buffer.from('before'))
    const picture = (revision: string) => ({ revision, width: 400, height: 300 })
    await session.save(0, { pictures: { profile: picture('cccccccccccc'), logo: picture('dddddddddddd'), background: null } })
    expect((await session.editor()).published.pictures).toMatchObject({ profile: picture('aaaaaaaaaaaa'), logo: null })

    await session.publish(1)
    expect((await session.editor()).published).toMatchObject({
      pictures: { profile: picture('cccccccccccc'), logo: picture('dddddddddddd'), background: null, cutout: null, card: null },
      previewProfileImage: 'cccccccccccc',
      previewCompanyLogo: 'dddddddddddd',
      eCardCompanyLogoImage: 'logo',
      previewBackgroundImage: '',
      eCardBackgroundImage: '',
    })
    expect(await storage.get(`${session.card.id}/profile/aaaaaaaaaaaa/master.webp`)).toBeNull()
  })

  test('a failed file deletion is logged and doesn’t fail the publish', async () => {
    const session = await aSession()
    const { db, storage, log } = app.deps
    await db.execute(sql`insert into picture (subject_id, kind, revision, width, height, bytes, has_alpha)
      values (${session.card.id}, 'background', 'eeeeeeeeeeee', 400, 300, 9, false)`)
    await session.save(0, { title: 'New', pictures: { background: null } })
    const remove = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('the disk is read-only'))
    const error = vi.spyOn(log, 'error')
    expect(await session.publish(1)).toMatchObject({ success: 1, revision: 2 })
    expect(error.mock.calls).toMatchObject([['picture-files-not-deleted', {}]])
    for (const spy of [remove, error]) spy.mockRestore()
    expect((await session.editor()).published).toMatchObject({ title: 'New', pictures: { background: null } })
  })

  test('publishing an empty draft changes nothing', async () => {
    const session = await aSession()
    expect(await session.publish(0)).toEqual({ success: 1, message: '', revision: 0 })
    expect((await session.editor()).revision).toBe(1)
  })

  test.each([0, 600])('publishes a form that opens after %i seconds', async (timeout) => {
    const session = await aSession()
    await session.save(0, { 'settings.connectClientsSetting': { timeout } })
    expect(await session.publish(1)).toMatchObject({ success: 1 })
    expect((await session.editor()).published).toMatchObject({ 'settings.connectClientsSetting': { timeout } })
  })

  test('changes from My Account survive', async () => {
    const session = await aSession()
    const { key } = await session.editor()
    await session.save(0, {
      'settings.homepage': { ShowTitle: false },
      'settings.connectClientsSetting': { timeout: 9 },
      'settings.iconPack': 'round',
    })
    const change = (updateType: number, setting: string, value: boolean) =>
      session.owner.call('cards.updateSettings', { input: { alias: session.card.alias, key, updateType, setting, value } })
    await change(0, 'ShowName', false)
    await change(1, 'enabled', false)
    await session.publish(1)
    expect((await session.editor()).published).toMatchObject({
      'settings.homepage': { ShowName: false, ShowTitle: false, ShowEmailAddress: true },
      'settings.connectClientsSetting': { enabled: false, desktopEnabled: true, timeout: 9 },
      'settings.iconPack': 'round',
    })
  })

  test('visitors see it at once, with services in the new order', async () => {
    const session = await aSession({ services: [{ gradeServiceId: 9, directLink: 'https://youtube.com/@a' }] })
    const read = () => app.call('cards.read', { params: { alias: session.card.alias } })
    await read()
    await session.save(0, { title: 'New', services: json(oneOfEach.services) })
    await session.publish(1)
    expect((await read())['{product}']).toMatchObject({ title: 'New', revision: 2 })
    const services = await app.call('cards.services', { query: { subjectId: session.card.id } })
    expect(services.map(({ gradeServiceId, weight }) => [gradeServiceId, weight])).toEqual([
      [20, 20],
      [6, 30],
    ])
  })

  test('a short link stays if its target does', async () => {
    const link = 'https://yelp.com/biz/a'
    const session = await aSession({ services: [{ gradeServiceId: 20, directLink: link, reviewLink: `${link}/write` }] })
    await app.deps.db.execute(
      sql`update subject_service set short_link = '/s/one', short_review_link = '/s/two' where subject_id = ${session.card.id}`,
    )
    const service = { gradeServiceId: 20, directLink: link, reviewLink: `${link}/other`, ignoreService: false }
    await session.save(0, { services: [service] })
    await session.publish(1)
    const [stored] = await app.call('cards.services', { query: { subjectId: session.card.id } })
    expect([stored?.shortLink, stored?.shortReviewLink]).toEqual(['/s/one', ''])
  })

  test('a link is published as the URL parser normalizes it', async () => {
    const session = await aSession()
    const services = [{ gradeServiceId: 26, directLink: '+1 207 555 0142', reviewLink: '', ignoreService: false }]
    await session.save(0, { services, menus: json([aMenuItem({ route: 'HarborPine.example' })]) })
    await session.publish(1)
    expect((await session.editor()).published).toMatchObject({
      services: [{ directLink: 'https://wa.me/12075550142' }],
      menus: [{ route: 'https://harborpine.example/' }],
    })
  })

  test('the full name follows first and last name unless edited by itself', async () => {
    const follows = await aSession()
    await follows.save(0, { lastName: 'Summer' })
    await follows.publish(1)
    expect((await follows.editor()).fullName).toBe('Ada Summer')

    const chosen = await aSession({ fullName: 'Dr. Ada' })
    await chosen.save(0, { lastName: 'Summer' })
    await chosen.publish(1)
    expect((await chosen.editor()).fullName).toBe('Dr. Ada')
  })

  test('ACC-1 PRO values are refused on the free plan, with a message', async () => {
    const session = await aSession({ plan: 'FREE' })
    await session.save(0, { 'settings.connectClientsSetting': { enabled: false } })
    expect(await problemOf(session.publish(1))).toMatchObject({
      status: 422,
      issues: [{ path: 'settings.connectClientsSetting', code: 'proOnly', values: {}, message: 'This is a PRO feature.' }],
    })
  })

  test('versions are added, changed and removed; administrator overrides stay', async () => {
    const session = await aSession()
    const now = app.deps.clock.now()
    await app.deps.changes.write(async (tx) => {
      await addVersion(tx, session.card.id, 'fair', { title: 'At the fair', settings: { iconPack: 'round' } }, now)
      await addVersion(tx, session.card.id, 'old', { title: 'Old' }, now)
    })
    expect((await session.editor()).published.versions).toEqual([
      { name: 'fair', overrides: { title: 'At the fair' } },
      { name: 'old', overrides: { title: 'Old' } },
    ])
    await session.save(0, {
      versions: json([
        { name: 'fair', overrides: { bio: 'Stand 7' } },
        { name: 'new', overrides: {} },
      ]),
    })
    await session.publish(1)
    const { rows } = await app.deps.db.execute(
      sql`select name, overrides from subject_version where subject_id = ${session.card.id} order by name`,
    )
    expect(rows).toEqual([
      { name: 'fair', overrides: { bio: 'Stand 7', settings: { iconPack: 'round' } } },
      { name: 'new', overrides: {} },
    ])
  })

  test('the card’s language also applies to emails', async () => {
    const session = await aSession()
    await session.save(0, { language: 'ro' })
    await session.publish(1)
    const { rows } = await app.deps.db.execute(sql`select language from account where id = ${session.owner.accountId}`)
    expect(rows).toEqual([{ language: 'ro' }])
  })
})

describe('cards.discardDraft', () => {
  const picture = (revision: string) => ({ revision, width: 400, height: 300 })
  const bytesOf = (session: Session, kind: string, revision: string) => `${session.card.id}/${kind}/${revision}/master.webp`

  async function send(session: Session, kind: string, revision: string, table = 'uploaded_picture') {
    const { db, storage } = app.deps
    await storage.put(bytesOf(session, kind, revision), Buffer.from(revision))
    await db.execute(sql`insert into ${sql.identifier(table)} (subject_id, kind, revision, width, height, bytes, has_alpha)
      values (${session.card.id}, ${kind}, ${revision}, 400, 300, 9, false)`)
  }
  const waiting = async ({ card }: Session) =>
    (await app.deps.db.execute(sql`select revision from uploaded_picture where subject_id = ${card.id} order by 1`)).rows.flatMap(
      Object.values,
    )
  const isStored = async (session: Session, kind: string, revision: string) =>
    !!(await app.deps.storage.get(bytesOf(session, kind, revision)))

  test('removes the pictures of the draft, but no published or newer ones', async () => {
    const session = await aSession()
    await send(session, 'profile', 'aaaaaaaaaaaa')
    await send(session, 'logo', 'bbbbbbbbbbbb')
    await send(session, 'background', 'cccccccccccc')
    await session.save(0, {
      pictures: { profile: picture('aaaaaaaaaaaa'), logo: picture('bbbbbbbbbbbb'), background: picture('cccccccccccc'), card: null },
    })
    // One published by other means, and one uploaded but not yet in a draft.
    await send(session, 'background', 'cccccccccccc', 'picture')
    await send(session, 'profile', 'dddddddddddd')
    const another = await aSession()
    await send(another, 'profile', 'aaaaaaaaaaaa')

    expect(await session.discard(1)).toEqual({ success: 1, message: '', revision: 2 })
    expect([await waiting(session), await waiting(another)]).toEqual([['dddddddddddd'], ['aaaaaaaaaaaa']])
    expect(await keysOf(app.deps.storage, `${session.card.id}/`)).toEqual(
      [bytesOf(session, 'background', 'cccccccccccc'), bytesOf(session, 'profile', 'dddddddddddd')].toSorted(),
    )
    expect(await isStored(another, 'profile', 'aaaaaaaaaaaa')).toBe(true)
    const discarded = await app.ask(`/api/public/client-image/${session.card.alias}/ProfileImage/aaaaaaaaaaaa`)
    expect(discarded.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  test('a stale window gets an issue for a discarded picture and can’t publish it', async () => {
    const session = await aSession()
    await send(session, 'profile', 'aaaaaaaaaaaa')
    const changes = { title: 'Late', pictures: { profile: picture('aaaaaaaaaaaa') } }
    await session.save(0, changes)
    await session.discard(1)

    expect(await problemOf(session.save(1, changes))).toMatchObject({ status: 409 })
    const issues = [
      { path: 'pictures.profile', code: 'pictureGone', values: {}, message: 'This image is no longer available. Choose it again.' },
    ]
    expect(await session.save(2, changes)).toMatchObject({ revision: 3, issues })
    expect((await session.editor()).draft.issues).toEqual(issues)
    expect(await problemOf(session.publish(3))).toMatchObject({ status: 422, issues })
    expect((await session.editor()).published).toMatchObject({ title: 'Broker', pictures: { profile: null } })

    await send(session, 'profile', 'aaaaaaaaaaaa')
    expect(await session.save(3, { bio: 'New' })).toMatchObject({ issues: [] })
    await session.publish(4)
    expect((await session.editor()).published).toMatchObject({ title: 'Late', pictures: { profile: picture('aaaaaaaaaaaa') } })
  })

  test('a concurrent save and discard conflict; a surviving draft keeps its picture', async () => {
    const session = await aSession()
    await send(session, 'profile', 'aaaaaaaaaaaa')
    await session.save(0, { pictures: { profile: picture('aaaaaaaaaaaa') } })
    const answers = await Promise.allSettled([session.save(1, { title: 'One' }), session.discard(1)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const isSaved = answers[0]?.status === 'fulfilled'
    expect(await waiting(session)).toEqual(isSaved ? ['aaaaaaaaaaaa'] : [])
    expect(await isStored(session, 'profile', 'aaaaaaaaaaaa')).toBe(isSaved)
  })

  test('a failed file deletion is logged and doesn’t fail the discard', async () => {
    const session = await aSession()
    const { storage, log } = app.deps
    await send(session, 'profile', 'aaaaaaaaaaaa')
    await session.save(0, { pictures: { profile: picture('aaaaaaaaaaaa') } })
    const remove = vi.spyOn(storage, 'remove').mockRejectedValue(new Error('the disk is read-only'))
    const error = vi.spyOn(log, 'error')
    expect(await session.discard(1)).toMatchObject({ revision: 2 })
    expect(error.mock.calls).toMatchObject([['picture-files-not-deleted', {}]])
    for (const spy of [remove, error]) spy.mockRestore()
    expect(await waiting(session)).toEqual([])
  })
})

test('a draft is deleted with its card', async () => {
  const session: Session = await aSession()
  await session.save(0, { title: 'Gone' })
  await app.deps.db.execute(sql`delete from subject where id = ${session.card.id}`)
  const { rows } = await app.deps.db.execute(sql`select 1 from card_draft where subject_id = ${session.card.id}`)
  expect(rows).toEqual([])
})
