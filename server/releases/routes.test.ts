import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { accounts } from '#server/accounts/tables.ts'
import { compareVersions } from '#contract/cards/versions.ts'
import { releaseTags, type StoryGroup, type TourStep } from '#contract/cards/releases.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { signedIn, type SignedIn } from '../../tests/harness/signed-in.ts'
import { readProductVersion } from '../product-version.ts'
import { publishStories, publishTour } from './publish.ts'
import { sweepStories } from './sweep.job.ts'
import { publications, releases } from './tables.ts'

let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  app = await anApp()
  operator = await signedIn(app, (await aCard(app.needs)).id)
  await app.needs.db.update(accounts).set({ isOperator: true }).where(eq(accounts.id, operator.accountId))
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  await app.needs.changes.write(async (tx, tell) => {
    tell('installation:releases')
    await tx.delete(releases)
    await tx.delete(publications)
  })
})

const own = readProductVersion()
const tell = (version: string, date = '2027-01-01') =>
  operator.call('releases.publishVersion', { input: { version, date, versionHistory: '', updates: [`What ${version} brought`] } })
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
  test('API-1 VER-1 gives the newest after the one named, by number and not by letter', async () => {
    await tell('1.9.0')
    await tell('1.10.0')
    await tell('2.0.0-beta.1')
    expect(await (await latest('1.9.0')).json()).toMatchObject({
      version: '2.0.0-beta.1',
      versionNumber: '2.0.0-beta.1',
      updates: ['What 2.0.0-beta.1 brought'],
    })
  })

  test('the newest version is returned also to a client that has it; another kind has none', async () => {
    const newest = (await history())[0] as { version: string }
    expect(await (await latest(newest.version, 'production')).json()).toMatchObject({ version: newest.version })
    for (const version of [newest.version, '99.0.0'])
      expect(await (await latest(version)).json()).toMatchObject({ version: newest.version, updates: expect.any(Array) })
    expect((await latest('0.0.1', 'Nightly')).status).toBe(404)
    expect((await latest('not-a-version')).status).toBe(404)
  })

  test('VER-1 who runs an older build learns of this one without anybody telling', async () => {
    expect(await (await latest('0.0.1')).json()).toMatchObject({ version: own })
  })
})

test('VER-1 versions stand in the order people count in', () => {
  const sorted = ['1.10.0', '1.9.0', '2.0.0', '2.0.0-beta.10', '2.0.0-beta.2'].toSorted(compareVersions)
  expect(sorted).toEqual(['1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.10', '2.0.0'])
})

describe('releases.history', () => {
  test('VER-1 lists every version, newest first, and the operator’s word of one before ours', async () => {
    await tell('9.0.0')
    await tell(own)
    const found = (await history()) as { version: string; updates: string[] }[]
    expect(found.map(({ version }) => version)).toEqual(['9.0.0', own])
    expect(found[1]?.updates).toEqual([`What ${own} brought`])

    await operator.call('releases.removeVersion', { input: { version: own } })
    const [, ours] = (await history()) as { updates: string[] }[]
    expect(ours?.updates).not.toEqual([`What ${own} brought`])
  })

  test('LANG-1 our own words are read in the reader’s language', async () => {
    expect(await history('?language=ro')).not.toEqual(await history())
    expect(await history('?language=fr-CA')).toEqual(await history('?language=fr-FR'))
  })

  test('a version nobody told of cannot be taken back', async () => {
    await expect(operator.call('releases.removeVersion', { input: { version: '7.7.7' } })).rejects.toMatchObject({
      problem: { status: 404 },
    })
  })
})

describe('releases.stories', () => {
  test('API-1 STORY-1 ours are there from the start, each with its picture and a way on', async () => {
    const groups = (await stories()) as StoryGroup[]
    expect(groups).toHaveLength(3)
    expect(groups[0]?.updateTitle).toBe('What’s new in Carte')
    for (const { url, action } of groups.flatMap((group) => group.stories)) {
      expect((await app.ask(url)).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
      expect(action?.href).toMatch(/^\//)
    }
    expect(await stories('Stories-v0.0.1')).toEqual([])
  })

  test('STORY-1 what an operator publishes is what everybody reads, until ours are wanted back', async () => {
    await operator.call('releases.publishStories', { input: { groups: [aGroup('door')] } })
    expect(await stories()).toEqual([aGroup('door')])
    await operator.call('releases.publishStories', { input: { groups: [] } })
    expect(await stories()).toEqual([])
    await operator.call('releases.publishStories', { input: { groups: null } })
    expect(await stories()).toHaveLength(3)
  })

  test.each([
    ['two groups of one id', [aGroup('door'), aGroup('door')]],
    ['no slide', [{ ...aGroup('door'), stories: [] }]],
    ['no title', [aGroup('door', ' ')]],
    ['a picture elsewhere', [{ ...aGroup('door'), stories: [{ ...aGroup('door').stories[0], url: 'https://evil.example/x.png' }] }]],
    ['a button that runs', [{ ...aGroup('door'), stories: [{ title: 'x', action: { label: 'x', href: 'javascript:alert(1)' } }] }]],
    ['a flash', [{ ...aGroup('door'), stories: [{ title: 'x', duration: 1 }] }]],
  ])('%s is refused, and what was published stays', async (_, groups) => {
    const input = { groups } as { groups: StoryGroup[] }
    await expect(operator.call('releases.publishStories', { input })).rejects.toMatchObject({ problem: { status: 422 } })
    expect(await stories()).toHaveLength(3)
  })

  test('a picture is written anew, and lies under one address however often it comes', async () => {
    const drawn = await sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#015570' } })
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const add = () => operator.call('releases.addPicture', { input: { data: drawn.toString('base64') } })
    const { url } = await add()
    expect(await add()).toEqual({ url })
    const answer = await app.ask(url)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.headers.get('content-type'), (await sharp(bytes).metadata()).height]).toEqual(['image/webp', 1740])
    expect(bytes.includes('secret place')).toBe(false)
    await expect(operator.call('releases.addPicture', { input: { data: Buffer.from('<svg/>').toString('base64') } })).rejects.toMatchObject(
      {
        problem: { status: 422 },
      },
    )
    expect((await app.ask('/api/public/story-picture/no-such')).status).toBe(404)
  })
})

test('a picture that no published story shows is gone the night after the next; one that is shown stays', async () => {
  const add = async (background: string) => {
    const drawn = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
    return (await operator.call('releases.addPicture', { input: { data: drawn.toString('base64') } })).url
  }
  const [shown, forgotten] = [await add('#015570'), await add('#aa8844')]
  const [slide] = aGroup('door').stories
  if (slide) await publishStories(app.needs, [{ ...aGroup('door'), stories: [{ ...slide, url: shown }] }])
  const sweepIn = (hours: number) => sweepStories({ ...app.needs, clock: { now: () => new Date(Date.now() + hours * 3_600_000) } }).run({})
  const answered = async () => [(await app.ask(shown)).status, (await app.ask(forgotten)).status]
  await sweepIn(23)
  expect(await answered()).toEqual([200, 200])
  await sweepIn(25)
  expect(await answered()).toEqual([200, 404])
})

describe('releases.tourSteps', () => {
  test('API-1 TOUR-1 ours has four steps, in the reader’s language', async () => {
    const read = async (query = '') =>
      ((await (await tour(releaseTags.tour, query)).json()) as { virtualTour: { virtualTourSteps: TourStep[] } }).virtualTour
    expect((await read()).virtualTourSteps.map(({ target }) => target)).toEqual(['dock-share', 'dock-contacts', 'account', 'menu'])
    expect(await read('?language=fr-FR')).not.toEqual(await read())
    expect((await tour('VirtualTour-v0.0.1')).status).toBe(404)
  })

  test('TOUR-1 an operator’s steps stand in its place, all four or none', async () => {
    await operator.call('releases.publishTour', { input: { steps } })
    expect(await (await tour()).json()).toEqual({ success: 1, virtualTour: { virtualTourSteps: steps } })
    await expect(operator.call('releases.publishTour', { input: { steps: steps.slice(1) } })).rejects.toMatchObject({
      problem: { status: 422 },
    })
  })

  test('who has read the tour reads the new one at once, wherever it was published', async () => {
    await (await tour()).json()
    await publishTour({ ...app.needs }, steps)
    expect(await (await tour()).json()).toMatchObject({ virtualTour: { virtualTourSteps: steps } })
  })
})

describe('the operator’s calls', () => {
  test('show what is published, and whose it is', async () => {
    await publishStories(app.needs, [aGroup('door')])
    const desk = await operator.call('releases.desk', {})
    expect(desk.stories).toEqual({ isOurs: false, groups: [aGroup('door')] })
    expect(desk.tour.isOurs).toBe(true)
    expect(desk.versions[0]).toMatchObject({ version: own, isOurs: true })
  })

  test('are not there for other owners', async () => {
    const owner = await signedIn(app, (await aCard(app.needs)).id)
    await expect(owner.call('releases.desk', {})).rejects.toMatchObject({ problem: { status: 404 } })
    await expect(owner.call('releases.publishStories', { input: { groups: [] } })).rejects.toMatchObject({ problem: { status: 404 } })
    expect(await stories()).toHaveLength(3)
  })
})
