import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isProblem } from '#contract/api.ts'
import { accounts } from '#server/accounts/tables.ts'
import { replaceServices } from '#server/cards/editor/change-services.ts'
import { subjects } from '#server/cards/tables.ts'
import { shortLinks } from '#server/links/tables.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'

/** Two servers with one database. */
let here: TestApp
let there: TestApp
let admin: SignedIn
beforeAll(async () => {
  here = await anApp({ settings: { publicUrl: 'https://cards.example' } })
  const { databaseUrl, dataDir, publicUrl } = here.settings
  there = await anApp({ settings: { databaseUrl, dataDir, publicUrl } })
  admin = await signedIn(here, (await aCard(here.deps)).id)
  await here.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

let callers = 0
async function shorten(longUrl: string): Promise<{ status: number; code: string }> {
  const url = `${here.settings.publicUrl}/remote/api/public/shorten-url/?longUrl=${encodeURIComponent(longUrl)}`
  const from = { incoming: { socket: { remoteAddress: `10.3.0.${++callers}` } } }
  const answer = await here.fetch(new Request(url, { headers: { 'x-csrf': '1' } }), from)
  return { status: answer.status, code: (await answer.text()).split('/s/')[1] ?? '' }
}
/** Sets the card's only link, as publishing a draft does. */
const leadTo = (subjectId: string, directLink: string) =>
  here.deps.changes.write(async (tx, notify) => {
    await replaceServices(tx, subjectId, [{ gradeServiceId: 6, directLink, reviewLink: '', ignoreService: false }])
    notify(`card:${subjectId}`)
  })
const click = async (app: TestApp, code: string) => {
  const answer = await app.ask(`/s/${code}`, { redirect: 'manual' })
  return [answer.status, answer.headers.get('location')]
}
const look = (code: string) => there.call('links.preview', { params: { code } })
const aLink = (place: string) => aCard(here.deps, { services: [{ gradeServiceId: 6, directLink: place }] })
const takeDown = (alias: string, what: string, isDown = true) =>
  admin.call('admin.takeDown', { input: { alias, kind: 'link', what, isDown, reason: isDown ? 'A trick' : '' } })
const blocks = (host: string, isBlocked = true) => admin.call('admin.blockHost', { input: { host, isBlocked, reason: '' } })

test('a short link that is turned off stops on every server and can be restored', async () => {
  const place = 'https://instagram.example/off'
  const { alias } = await aLink(place)
  const { code } = await shorten(place)
  for (const app of [here, there]) expect(await click(app, code)).toEqual([302, place])
  for (const _ of ['a click', 'a second one']) await takeDown(alias, code)
  for (const app of [here, there]) expect(await click(app, code)).toEqual([410, null])
  const { acts } = await admin.call('admin.auditLog', { query: { alias } })
  expect(acts.map(({ act }) => act)).toEqual(['link.disable'])
  expect(await look(code)).toMatchObject({ state: 'switched-off', longUrl: '', alias })
  await takeDown(alias, code, false)
  expect(await click(there, code)).toEqual([302, place])
})

describe('under another PUBLIC_URL', () => {
  const asPath = (path: string) => ({ longUrl: path })
  const asWhole = (path: string) => ({ longUrl: `https://cards.example${path}`, isOwnPage: null })
  test.each([
    ['/home', 'stored as a path', asPath],
    ['/home', 'stored as a whole address, as before', asWhole],
    ['', 'stored as a path', asPath],
    ['/v/spring', 'stored as a whole address, as before', asWhole],
  ])('a short link to /alias%s, %s, redirects to that page', async (page, _, stored) => {
    const { alias } = await aCard(here.deps)
    const path = `/${alias}${page}`
    const { code } = await shorten(`https://cards.example${path}`)
    await here.deps.db.update(shortLinks).set(stored(path)).where(eq(shortLinks.code, code))
    const { databaseUrl, dataDir } = here.settings
    await using moved = await anApp({ settings: { databaseUrl, dataDir, publicUrl: 'https://new.example' } })
    expect(await click(moved, code)).toEqual([302, `https://new.example${path}?source=short`])
    expect(await click(here, code)).toEqual([302, `https://cards.example${path}?source=short`])
    // The same page has one code, however it is stored.
    expect((await shorten(`https://cards.example${path}`)).code).toBe(code)
    expect((await moved.call('links.preview', { params: { code } })).longUrl).toBe(`https://new.example${path}`)
  })

  test.each([
    ['/about', false],
    ['', false],
    ['', null],
    ['/', null],
  ])('a removed external link does not redirect: /alias%s, own page %j', async (page, isOwnPage) => {
    const { alias: other } = await aCard(here.deps)
    const { id, alias: own } = await aCard(here.deps)
    for (const alias of [other, own]) {
      const place = `https://instagram.example/${alias}${page}`
      await leadTo(id, place)
      const { code } = await shorten(place)
      await here.deps.db.update(shortLinks).set({ isOwnPage }).where(eq(shortLinks.code, code))
      expect(await click(here, code)).toEqual([302, place])
      await leadTo(id, 'https://other.example/')
      expect(await click(here, code)).toEqual([410, null])
    }
  })
})

test('browsers get the page that explains a dead link, and the preview page', async () => {
  const place = 'https://instagram.example/page'
  const { alias } = await aLink(place)
  const { code } = await shorten(place)
  expect(await click(here, `${code}+`)).toEqual([302, `/s/${code}/preview`])
  expect(await look(code)).toMatchObject({ state: 'own', longUrl: place, alias })
  await takeDown(alias, code)
  const answer = await here.ask(`/s/${code}`, { headers: { accept: 'text/html' }, redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/s/${code}/preview`])
})

test('another card’s link can’t be switched off through this one', async () => {
  const place = 'https://instagram.example/theirs'
  await aLink(place)
  const { alias } = await aCard(here.deps)
  const { code } = await shorten(place)
  const thrown: unknown = await takeDown(alias, code).catch((error: unknown) => error)
  expect(isProblem(thrown) && thrown.problem.status).toBe(404)
  expect((await click(here, code))[0]).toBe(302)
})

test('a short link stops when its owner removes the link, or the card is taken down', async () => {
  const place = 'https://instagram.example/gone'
  const card = await aLink(place)
  const { code } = await shorten(place)
  await leadTo(card.id, 'https://instagram.example/new')
  expect((await click(there, code))[0]).toBe(410)
  expect((await look(code)).state).toBe('not-own')
  await leadTo(card.id, place)
  expect((await click(there, code))[0]).toBe(302)
  await admin.call('admin.switchCard', { input: { alias: card.alias, isDisabled: true, reason: 'A trick' } })
  expect((await click(there, code))[0]).toBe(410)
  expect((await look(code)).state).toBe('card-off')
})

test('a link to the card’s own page stops while the card is off', async () => {
  const card = await aCard(here.deps)
  const page = `${here.settings.publicUrl}/${card.alias}/connect`
  const { code } = await shorten(page)
  expect(await click(there, code)).toEqual([302, `${page}?source=short`])
  const switchCard = (isDisabled: boolean) =>
    admin.call('admin.switchCard', { input: { alias: card.alias, isDisabled, reason: isDisabled ? 'A trick' : '' } })
  await switchCard(true)
  for (const app of [here, there]) expect(await click(app, code)).toEqual([410, null])
  expect(await look(code)).toMatchObject({ state: 'card-off', longUrl: '' })
  await switchCard(false)
  expect(await click(there, code)).toEqual([302, `${page}?source=short`])
  await here.deps.db.update(subjects).set({ eCardEnabled: false }).where(eq(subjects.id, card.id))
  expect((await click(there, code))[0]).toBe(410)
})

test('a link follows its card to a new alias, never another card with the old one', async () => {
  const { db } = here.deps
  const [card, stranger] = [await aCard(here.deps), await aCard(here.deps)]
  const page = `${here.settings.publicUrl}/${card.alias}`
  const { code } = await shorten(page)
  // The card was renamed, and its old address still redirects.
  await db.execute(sql`insert into alias (name, subject_id) values (${`${card.alias}-now`}, ${card.id})`)
  await db
    .update(subjects)
    .set({ alias: `${card.alias}-now` })
    .where(eq(subjects.id, card.id))
  expect(await click(there, code)).toEqual([302, `${page}?source=short`])
  // Released: any card may take it.
  await db.execute(sql`delete from alias where name = ${card.alias}`)
  expect(await click(there, code)).toEqual([410, null])
  await db.execute(sql`insert into alias (name, subject_id) values (${card.alias}, ${stranger.id})`)
  expect(await click(there, code)).toEqual([410, null])
  expect(await look(code)).toMatchObject({ state: 'not-own', longUrl: '', alias: `${card.alias}-now` })
  // The other card's code for the same page is a different one, and works.
  const { code: theirs } = await shorten(page)
  expect(theirs).not.toBe(code)
  expect(await click(there, theirs)).toEqual([302, `${page}?source=short`])
})

test('links to a blocked host or its subdomains stop until it is unblocked', async () => {
  const [place, under, beside] = ['https://evil.example/a', 'https://login.evil.example./b', 'https://notevil.example/c']
  for (const one of [place, under, beside]) await aLink(one)
  const { code } = await shorten(place)
  await blocks('https://EVIL.example./whatever')
  expect((await click(there, code))[0]).toBe(410)
  expect((await look(code)).state).toBe('blocked')
  expect((await shorten(under)).status).toBe(422)
  expect((await shorten(beside)).status).toBe(200)
  await blocks('evil.example', false)
  expect((await click(there, code))[0]).toBe(302)
})

test('a draft with a link to a blocked host gets an issue and is not published', async () => {
  const card = await aCard(here.deps)
  const owner = await signedIn(here, card.id)
  await blocks('worse.example')
  const services = [{ gradeServiceId: 6, directLink: 'https://www.worse.example/me', reviewLink: '', ignoreService: false }]
  const { draft } = (await owner.call('cards.editor', { params: { alias: card.alias } })) as unknown as { draft: { revision: number } }
  const saved = await owner.call('cards.saveDraft', {
    input: { alias: card.alias, revision: draft.revision, changes: { services: services as never }, removed: [] },
  })
  const thrown: unknown = await owner
    .call('cards.publishDraft', { input: { alias: card.alias, revision: saved.revision } })
    .catch((error: unknown) => error)
  expect(thrown).toMatchObject({
    problem: {
      issues: expect.arrayContaining([
        { path: 'services.0.directLink', code: 'linkBlocked', values: {}, message: 'Links to this site aren’t allowed.' },
      ]),
    },
  })
})

test.each(['http://cards.example', 'https://cards.example.', 'https://CARDS.example'])(
  'a link to one of this site’s short links by %s can’t be shortened',
  async (origin) => {
    const round = `${origin}/s/abcdefgh`
    await aLink(round)
    expect((await shorten(round)).status).toBe(422)
  },
)
