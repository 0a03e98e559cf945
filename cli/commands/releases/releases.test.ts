import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseTags } from '#contract/cards/releases.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { signedIn, signedInAs } from '../../../tests/harness/signed-in.ts'
import { runCommand } from '../../../tests/harness/run-command.ts'
import { eventually } from '../../../tests/harness/eventually.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await anApp()
  folder = await mkdtemp(join(tmpdir(), 'carte-releases-'))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Beside the running server. */
const carte = (...words: string[]) => runCommand(words, { settings: app.settings, now: () => new Date('2026-11-23T10:00:00Z') })

async function aFile(content: unknown, name = 'file.json'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  return path
}

// The server is notified of another process's change a moment later, so cached values are polled.
const stories = () => app.call('releases.stories', { input: { stories: releaseTags.stories } })
const titles = async () => (await stories()).flatMap((group) => group.stories.map(({ title }) => title))
const tour = async () =>
  (await app.call('releases.tourSteps', { params: { tour: releaseTags.tour } })).virtualTour.virtualTourSteps.map(({ title }) => title)
const versions = async () =>
  (await app.call('releases.history', { params: { versionType: 'Production' } })).map(({ version, date }) => `${version} ${date}`)

describe('stories', () => {
  test('STORY-1 the listed stories can be published again, with a picture from a file', async () => {
    const { output } = await carte('stories', 'list', '--json')
    const [first] = JSON.parse(output) as { stories: object[] }[]
    await sharp({ create: { width: 700, height: 1160, channels: 3, background: '#cfe0e4' } })
      .png()
      .toFile(join(folder, 'sign.png'))
    const slide = { ...first?.stories[0], title: 'Our own sign', picture: 'sign.png' }
    const file = await aFile([
      { ...first, stories: [slide] },
      { storyId: 'later', updateTitle: 'Soon', stories: [{ title: 'Not yet' }], isDraft: true },
    ])

    expect((await carte('stories', 'publish', file, '--dry-run')).output).toBe(
      'Would publish 2 groups of stories, 1 draft among them, 1 new image. Nothing was changed.',
    )
    expect(await titles()).toHaveLength(3)
    expect(await carte('stories', 'publish', file)).toMatchObject({ code: 0, notes: '' })
    // The running server shows it on the next request; a draft stays hidden.
    expect(await titles()).toEqual(['Our own sign'])
    const url = (await stories())[0]?.stories[0]?.url ?? ''
    expect((await app.ask(url)).headers.get('content-type')).toBe('image/webp')
    expect((await carte('stories', 'list')).output).toMatch(/later\s+draft/)

    expect((await carte('stories', 'remove', 'yard-sign')).code).toBe(0)
    expect((await app.ask(url)).status).toBe(404)
    expect((await carte('stories', 'remove')).notes).toContain('Add --yes')
    expect((await carte('stories', 'remove', '--yes')).code).toBe(0)
    expect(await titles()).toHaveLength(3)
  })

  test.each([
    ['[\n  { "storyId": "a", ]', 'line 2: this is not JSON'],
    [[{ storyId: 'a b', updateTitle: 'x', stories: [{ title: 'x' }] }], 'line 3, 0.storyId: An ID can only contain letters'],
    [
      [{ storyId: 'a', updateTitle: 'x', stories: [{ title: 'x', ground: 'blue' }] }],
      'line 8, 0.stories.0.ground: Enter a color as #rrggbb.',
    ],
    [[{ storyId: 'a', updateTitle: 'x', stories: [{ title: 'x', subtitle: 'y' }] }], 'line 6, 0.stories.0: '],
    [[{ storyId: 'a', updateTitle: 'x', stories: [{ title: 'x', picture: 'none.png' }] }], 'none.png cannot be read (ENOENT)'],
  ])('an invalid file is rejected with line and field: %#', async (content, answer) => {
    const refused = await carte('stories', 'publish', await aFile(content))
    expect(refused).toMatchObject({ code: 1, output: '' })
    expect(refused.notes).toContain(answer)
    expect(await titles()).toHaveLength(3)
  })

  test('an unknown story is an error that lists the known ones', async () => {
    expect((await carte('stories', 'remove', 'yard-sing')).notes).toContain('There are yard-sign, ')
  })
})

test('TOUR-1 a tour of four steps is published and removed; one of three is rejected', async () => {
  const own = await tour()
  const steps = JSON.parse((await carte('tour', 'show', '--json')).output) as object[]
  const file = await aFile(steps.map((step, index) => ({ ...step, title: `Step ${index + 1}` })))
  expect((await carte('tour', 'publish', file, '--dry-run')).output).toContain('Nothing was changed')
  expect(await tour()).toEqual(own)
  await carte('tour', 'publish', file)
  await eventually(async () => expect(await tour()).toEqual(['Step 1', 'Step 2', 'Step 3', 'Step 4']))
  expect((await carte('tour', 'publish', await aFile(steps.slice(1)))).notes).toContain('line 1: A tour must have 4 steps.')
  expect((await carte('tour', 'remove')).code).toBe(1)
  await carte('tour', 'remove', '--yes')
  await eventually(async () => expect(await tour()).toEqual(own))
})

describe('versions', () => {
  test('VER-1 are announced by flags or from a file, newest first, and removed', async () => {
    const own = await versions()
    expect((await carte('versions', 'publish', '--version', '1.4.0', '--updates', 'A better code | By keyboard', '--dry-run')).code).toBe(0)
    expect(await versions()).toEqual(own)
    await carte('versions', 'publish', '--version', '1.4.0', '--updates', 'A better code | By keyboard')
    await carte('versions', 'publish', await aFile([{ version: '1.5.0', date: '2027-01-02', updates: ['x'] }]))
    await eventually(async () => expect(await versions()).toEqual(['1.5.0 2027-01-02', '1.4.0 2026-11-23', ...own]))
    expect((await carte('versions', 'list')).output).toMatch(/1\.4\.0 .*A better code \/ By keyboard/)
    for (const version of ['1.4.0', '1.5.0']) expect((await carte('versions', 'remove', version)).code).toBe(0)
    await eventually(async () => expect(await versions()).toEqual(own))
  })

  test.each([
    [['publish'], 2, 'A version is missing'],
    [['publish', '--version', 'one'], 1, 'version: Enter a version such as'],
    [['publish', '--version', '1.0.0', '--date', 'soon'], 1, 'date: Enter a date such as'],
    [['remove', '9.9.9'], 1, 'There is no announcement of version 9.9.9'],
    [['remove', '0.1.0'], 1, 'is built in'],
  ])('%j fails with an explanation', async (words, code, answer) => {
    const refused = await carte('versions', ...words)
    expect([refused.code, refused.notes]).toEqual([code, expect.stringContaining(answer)])
  })
})

test('admin grants access after the next login, and --remove revokes it at once', async () => {
  let owner = await signedIn(app, (await aCard(app.deps)).id)
  const status = async () => (await owner.ask('/remote/api/carte/releases', { headers: { 'x-csrf': '1' } })).status
  expect(await status()).toBe(404)
  expect((await carte('admin', owner.email.toUpperCase())).code).toBe(0)
  expect(await status()).toBe(401)
  owner = await signedInAs(app, owner.email)
  expect(await status()).toBe(200)
  expect((await carte('admin', owner.email, '--remove')).code).toBe(0)
  expect(await status()).toBe(404)
  expect((await carte('admin', 'unknown@example.com')).notes).toContain('There is no account')
})
