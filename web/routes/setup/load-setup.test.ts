import { RouterContextProvider, type LoaderFunctionArgs } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { AdminSetting } from '#contract/admin/admin.ts'
import type { Api } from '#contract/api.ts'
import { apiContext } from '../../platform/router-context.ts'
import { loadSetup, type StepName } from './load-setup.ts'

const defaults: Record<string, string> = {
  PUBLIC_URL: 'http://localhost:3000',
  TRUST_PROXY: 'off',
  SIGN_UP: 'open',
  PLANS: 'on',
  STRIPE_SECRET_KEY: '',
  HOST: '0.0.0.0',
  PORT: '3000',
  BACKUP_TO: '',
  BACKUP_EVERY: '1d',
  BACKUP_KEEP: '7d 4w 6m',
}

/** A step of an installation whose calls answer this. */
async function load<S extends StepName>(step: S, answers: Record<string, unknown>, stored: Record<string, string> = {}) {
  const settings = Object.entries({ ...defaults, ...stored }).map(
    ([name, value]) => ({ name, value, source: name in stored ? 'stored' : 'default', change: 'now', running: null }) as AdminSetting,
  )
  const context = new RouterContextProvider()
  // Stubs the calls of the page.
  const call = async (name: string) => ({ 'admin.settings': { settings }, ...answers })[name]
  context.set(apiContext, { call } as unknown as Api)
  const headers = { 'sec-fetch-site': 'same-origin', referer: 'https://cards.example.com/setup' }
  const request = new Request(`http://localhost:3000/setup/${step}`, { headers })
  const view = await loadSetup({ request, context } as unknown as LoaderFunctionArgs, step)
  return view as Extract<typeof view, { step: S }>
}

describe('the installation step', () => {
  const withCards = (cards: number) => ({
    'admin.overview': { counts: { cards, demoCards: 6 } },
    'accounts.loginMethods': { passkeys: [] },
  })
  const valuesOf = async (...parts: Parameters<typeof load<'installation'>>) =>
    Object.values((await load(...parts)).settings).map(({ value, before }) => [value, before])

  test('proposes what suits a new installation, with its address', async () => {
    const proposed = ['https://cards.example.com', 'on', 'invited', 'off']
    expect(await valuesOf('installation', withCards(0))).toEqual(proposed.map((value) => [value, '']))
  })

  test('proposes nothing to one with a card, and nothing else than what is saved', async () => {
    const current = [defaults['PUBLIC_URL'], 'off', 'open', 'on'].map((value) => [value, value])
    expect(await valuesOf('installation', withCards(1))).toEqual(current)
    const stored = { PUBLIC_URL: 'https://a.example', TRUST_PROXY: 'on', SIGN_UP: 'off', PLANS: 'on' }
    expect(await valuesOf('installation', withCards(0), stored)).toEqual(Object.values(stored).map((value) => [value, value]))
  })

  test('names the host where passkeys work, if there is one', async () => {
    const hostOf = async (passkeys: object[]) =>
      (await load('installation', { ...withCards(0), 'accounts.loginMethods': { passkeys } })).passkeyHost
    expect(await hostOf([{}])).toBe('localhost')
    expect(await hostOf([])).toBeNull()
  })

  test('names an address that a proxy on the same machine can reach', async () => {
    expect((await load('installation', withCards(0))).listensAt).toBe('http://localhost:3000')
    expect((await load('installation', withCards(0), { HOST: '::1' })).listensAt).toBe('http://[::1]:3000')
  })
})

describe('the backups step', () => {
  const run = (id: string, more: object = {}) => ({
    id,
    kind: 'backup',
    file: `carte-${id}.backup`,
    endedAt: `2026-11-0${id}T03:00:00.000Z`,
    error: null,
    isManual: false,
    message: '',
    ...more,
  })
  const inFolder = (place: number) => ({ file: `/b/carte-${place}.backup`, at: `2026-11-0${place}T03:00:00.000Z`, state: 'present' })
  const found = {
    target: '/b',
    runs: [run('2'), run('1')],
    backups: [inFolder(2), inFolder(1)],
    isEncrypted: false,
    lastAt: run('2').endedAt,
  }
  const filesOf = async (backups: object) => (await load('backups', { 'admin.backups': backups })).files.map(({ name }) => name)

  test('lists each backup once, in a folder and in a bucket', async () => {
    expect(await filesOf(found)).toEqual(['/b/carte-2.backup', '/b/carte-1.backup'])
    expect(await filesOf({ ...found, target: 's3://b/c', backups: [] })).toEqual(['carte-2.backup', 'carte-1.backup'])
    expect(await filesOf({ ...found, backups: [{ ...inFolder(2), state: 'missing' }] })).toEqual([])
  })

  test('says how far the backup is, and where it failed', async () => {
    const progress = { step: 'images', share: 0.429, databaseBytes: 14_200_000, images: 118, imagesTotal: 1194 }
    const loaded = async (latest: object, target = '/b') =>
      (await load('backups', { 'admin.backups': { ...found, target, runs: [run('3', latest), ...found.runs] } })).progress
    const running = await loaded({ endedAt: null, progress })
    expect(running).toMatchObject({ share: 0.429, percent: '42%' })
    expect(running?.steps.map(({ state, text }) => [state, text])).toEqual([
      ['done', 'Database, 14.2 MB'],
      ['now', 'Images, 118 of 1,194'],
      ['next', 'Read back and compare'],
    ])
    expect((await loaded({ endedAt: null, progress }, 's3://b/c'))?.steps.at(-1)).toMatchObject({ name: 'upload', state: 'next' })
    expect(await loaded({ error: 'full', progress })).toMatchObject({ percent: '42%' })
    for (const none of [{ progress }, { endedAt: null, progress: null }]) expect(await loaded(none)).toBeNull()
  })

  test('proposes a folder until there is a backup', async () => {
    const none = { ...found, target: '', proposal: '/srv/carte-backups', runs: [], backups: [], lastAt: null }
    const placeOf = async (backups: object, stored: Record<string, string> = {}) => {
      const { value, before } = (await load('backups', { 'admin.backups': backups }, stored)).settings.BACKUP_TO
      return [value, before]
    }
    expect(await placeOf(none)).toEqual(['/srv/carte-backups', ''])
    expect(await placeOf({ ...none, lastAt: found.lastAt })).toEqual(['', ''])
    expect(await placeOf(none, { BACKUP_TO: '/b' })).toEqual(['/b', '/b'])
  })

  test('names the last run that ended, whatever runs now', async () => {
    const running = run('3', { endedAt: null })
    const view = await load('backups', { 'admin.backups': { ...found, runs: [running, ...found.runs] } })
    expect([view.state, view.ended]).toEqual(['running', '2'])
    expect(await load('backups', { 'admin.backups': { ...found, runs: [], lastAt: null } })).toMatchObject({ state: 'none', ended: '' })
  })
})

test('the last step names what waits for a restart, and nothing else', async () => {
  const settings = Object.entries({ ...defaults, SMTP_URL: '' }).map(([name, value]) => ({
    name,
    value,
    running: ['TRUST_PROXY', 'PUBLIC_URL'].includes(name) ? '' : null,
  }))
  const answers = {
    'admin.settings': { settings },
    'accounts.details': { name: 'Ada', email: 'ada@example.com' },
    'accounts.loginMethods': { passkeys: [], usesIdentityProvider: false },
    'admin.backups': { target: '', runs: [], backups: [], isEncrypted: false, lastAt: null },
    'admin.overview': { mail: { isSent: false, server: '' } },
  }
  expect((await load('done', answers)).waiting).toBe('Public address and Behind a proxy')
  const inUse = settings.map((setting) => ({ ...setting, running: null }))
  expect((await load('done', { ...answers, 'admin.settings': { settings: inUse } })).waiting).toBe('')
})
