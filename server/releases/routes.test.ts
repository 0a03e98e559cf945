import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { accounts } from '#server/accounts/tables.ts'
import { compareVersions } from '#common/compare-versions.ts'
import { releaseTags, type StoryGroup, type TourStep } from '#contract/cards/releases.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { readProductVersion } from '../common/product-version.ts'
import { publishStories, publishTour } from './publish.ts'
import { sweepStories } from './sweep.job.ts'
import { publications, releases } from './tables.ts'

let app: TestApp
let admin: SignedIn
beforeAll(async () => {
  app = await anApp()
  admin = await signedIn(app, (await aCard(app.deps)).id)
  await app.deps.db.update(accounts).set({ isAdmin: true }).where(eq(accounts.id, admin.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.deps.changes.write(async (tx, notify) => {
    notify('installation:releases')
    await tx.delete(releases)
    await tx.delete(publications)
  })
})

const own = readProductVersion()
const notify = (version: string, date = '2027-01-01') =>
  admin.call('releases.publishVersion', { input: { version, date, versionHistory: '', updates: [`What ${version} added`] } })
const latest = (version: string, type = 'Production') => app.ask(`/remote/api/public/latest-version-history/${type}/${version}`)
const history = async (query = '') => (await app.ask(`/remote/api/public/version-history/Production${query}`)).json()
const stories = async (tag: string = releaseTags.stories, query = '') => {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ stories: tag })
  return (await app.ask(`/remote/api/carte-settings/get-stories${query}`, { method: 'POST', headers, body })).json()
}
const tour = (tag: string = releaseTags.tour, query = '') => app.ask(`/remote/api/public/virtual-tour-steps/${tag}${query}`)

const aGroup = (storyId: string, title = 'A new door'): StoryGroup => ({
  storyId,
  updateTitle: 'News',
  stories: [{ title, content: '', url: '', size: 'cover', isPro: false, duration: 5000, ground: '#ffffff', action: null }],
})
const steps: TourStep[] = ['menu', 'account', 'dock-share', 'dock-contacts'].map((target) => ({
  target,
  title: target,
  content: 'Look here.',
}))

describe('releases.latest', () => {
  test('API-1 VER-1 returns the newest version, ordered by number', async () => {
    await notify('1.9.0')
    await notify('1.10.0')
    await notify('2.0.0-beta.1')
    expect(await (await latest('1.9.0')).json()).toMatchObject({
      version: '2.0.0-beta.1',
      versionNumber: '2.0.0-beta.1',
      updates: ['What 2.0.0-beta.1 added'],
    })
  })

  test('returns the newest version even to a client that has it; another type has none', async () => {
    const newest = (await history())[0] as { version: string }
    expect(await (await latest(newest.version, 'production')).json()).toMatchObject({ version: newest.version })
    for (const version of [newest.version, '99.0.0'])
      expect(await (await latest(version)).json()).toMatchObject({ version: newest.version, updates: expect.any(Array) })
    expect((await latest('0.0.1', 'Nightly')).status).toBe(404)
    expect((await latest('not-a-version')).status).toBe(404)
  })

  test('VER-1 an older build learns of this version without a publication', async () => {
    expect(await (await latest('0.0.1')).json()).toMatchObject({ version: own })
  })
})

test('VER-1 versions are ordered numerically', () => {
  const sorted = ['1.10.0', '1.9.0', '2.0.0', '2.0.0-beta.10', '2.0.0-beta.2'].toSorted(compareVersions)
  expect(sorted).toEqual(['1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.10', '2.0.0'])
})

describe('releases.history', () => {
  test('VER-1 lists every version, newest first; published notes replace built-in ones', async () => {
    await notify('9.0.0')
    await notify(own)
    const found = (await history()) as { version: string; updates: string[] }[]
    expect(found.map(({ version }) => version)).toEqual(['9.0.0', own])
    expect(found[1]?.updates).toEqual([`What ${own} added`])

    await admin.call('releases.removeVersion', { input: { version: own } })
    const [, builtIn] = (await history()) as { updates: string[] }[]
    expect(builtIn?.updates).not.toEqual([`What ${own} added`])
  })

  test('LANG-1 built-in notes are in the reader’s language', async () => {
    expect(await history('?language=ro')).not.toEqual(await history())
    const [own] = (await history('?language=fr-CA')) as { versionHistory: string }[]
    expect(own?.versionHistory).toBe('La première version.')
  })

  test('a version without published notes can’t be removed', async () => {
    await expect(admin.call('releases.removeVersion', { input: { version: '7.7.7' } })).rejects.toMatchObject({
      problem: { status: 404 },
    })
  })
})

describe('releases.stories', () => {
  test('API-1 STORY-1 the built-in stories each have a picture and an action', async () => {
    const groups = (await stories()) as StoryGroup[]
    expect(groups).toHaveLength(3)
    expect(groups[0]?.updateTitle).toBe('What’s new in Carte')
    for (const { url, action } of groups.flatMap((group) => group.stories)) {
      expect((await app.ask(url)).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
      expect(action?.href).toMatch(/^\//)
    }
    expect(await stories('Stories-v0.0.1')).toEqual([])
  })

  test('STORY-1 published stories replace the built-in ones until they are restored', async () => {
    await admin.call('releases.publishStories', { input: { groups: [aGroup('door')] } })
    expect(await stories()).toEqual([aGroup('door')])
    await admin.call('releases.publishStories', { input: { groups: [] } })
    expect(await stories()).toEqual([])
    await admin.call('releases.publishStories', { input: { groups: null } })
    expect(await stories()).toHaveLength(3)
  })

  test.each([
    ['two groups of one id', 'storyIdTwice', [aGroup('door'), aGroup('door')]],
    ['no slide', 'missing', [{ ...aGroup('door'), stories: [] }]],
    ['no title', 'missing', [aGroup('door', ' ')]],
    [
      'a picture elsewhere',
      'sitePathInvalid',
      [{ ...aGroup('door'), stories: [{ ...aGroup('door').stories[0], url: 'https://evil.example/x.png' }] }],
    ],
    [
      'a button that runs',
      'buttonLinkInvalid',
      [{ ...aGroup('door'), stories: [{ title: 'x', action: { label: 'x', href: 'javascript:alert(1)' } }] }],
    ],
    ['a flash', 'storyDurationInvalid', [{ ...aGroup('door'), stories: [{ title: 'x', duration: 1 }] }]],
  ])('%s is rejected as %s, and the published stories stay', async (_, code, groups) => {
    const input = { groups } as { groups: StoryGroup[] }
    await expect(admin.call('releases.publishStories', { input })).rejects.toMatchObject({ problem: { status: 422, issues: [{ code }] } })
    expect(await stories()).toHaveLength(3)
  })

  test('a picture is re-encoded, and gets the same address when uploaded again', async () => {
    const image = await sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#015570' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const add = () => admin.call('releases.addPicture', { input: { data: image.toString('base64') } })
    const { url } = await add()
    expect(await add()).toEqual({ url })
    const answer = await app.ask(url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.headers.get('content-type'), (await sharp(bytes).metadata()).height]).toEqual(['image/webp', 1740])
    expect(bytes.includes('secret place')).toBe(false)
    await expect(admin.call('releases.addPicture', { input: { data: Buffer.from('<svg/>').toString('base64') } })).rejects.toMatchObject({
      problem: { status: 422 },
    })
    expect((await app.ask('/api/public/story-picture/no-such')).status).toBe(404)
  })
})

test('a picture that no published story uses is removed after a day; used ones stay', async () => {
  const add = async (background: string) => {
    const image = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
    return (await admin.call('releases.addPicture', { input: { data: image.toString('base64') } })).url
  }
  const [used, unused] = [await add('#015570'), await add('#aa8844')]
  const [slide] = aGroup('door').stories
  if (slide) await publishStories(app.deps, [{ ...aGroup('door'), stories: [{ ...slide, url: used }] }])
  const sweepIn = (hours: number) => sweepStories({ ...app.deps, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }).run({})
  const answered = async () => [(await app.ask(used)).status, (await app.ask(unused)).status]
  await sweepIn(23)
  expect(await answered()).toEqual([200, 200])
  await sweepIn(25)
  expect(await answered()).toEqual([200, 404])
})

describe('releases.tourSteps', () => {
  test('API-1 TOUR-1 the built-in tour has four steps, in the reader’s language', async () => {
    const read = async (query = '') =>
      ((await (await tour(releaseTags.tour, query)).json()) as { virtualTour: { virtualTourSteps: TourStep[] } }).virtualTour
    expect((await read()).virtualTourSteps.map(({ target }) => target)).toEqual(['dock-share', 'dock-contacts', 'account', 'menu'])
    expect(await read('?language=fr-FR')).not.toEqual(await read())
    expect((await tour('VirtualTour-v0.0.1')).status).toBe(404)
  })

  test('TOUR-1 published steps replace it, all four or none', async () => {
    await admin.call('releases.publishTour', { input: { steps } })
    expect(await (await tour()).json()).toEqual({ success: 1, virtualTour: { virtualTourSteps: steps } })
    await expect(admin.call('releases.publishTour', { input: { steps: steps.slice(1) } })).rejects.toMatchObject({
      problem: { status: 422 },
    })
  })

  test('a newly published tour is returned at once on every server', async () => {
    await (await tour()).json()
    await publishTour({ ...app.deps }, steps)
    expect(await (await tour()).json()).toMatchObject({ virtualTour: { virtualTourSteps: steps } })
  })
})

describe('the administrator’s endpoints', () => {
  test('return what is published, and whether it is built in', async () => {
    await publishStories(app.deps, [aGroup('door')])
    const view = await admin.call('releases.admin', {})
    expect(view.stories).toEqual({ isBuiltIn: false, groups: [aGroup('door')] })
    expect(view.tour.isBuiltIn).toBe(true)
    expect(view.versions[0]).toMatchObject({ version: own, isBuiltIn: true })
  })

  test('are not found for other owners', async () => {
    const owner = await signedIn(app, (await aCard(app.deps)).id)
    await expect(owner.call('releases.admin', {})).rejects.toMatchObject({ problem: { status: 404 } })
    await expect(owner.call('releases.publishStories', { input: { groups: [] } })).rejects.toMatchObject({ problem: { status: 404 } })
    expect(await stories()).toHaveLength(3)
  })
})
