import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCaller } from '#server/accounts/sessions/read-caller.ts'
import { startSession } from '#server/accounts/sessions/start-session.ts'
import { useLink } from '#server/accounts/mailed-links/use-link.ts'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { readSettings, type Settings } from '#server/settings.ts'
import { behind } from '../tests/harness/behind.ts'
import { aDatabase, type TestDatabase } from '../tests/harness/database.ts'
import { keysOf } from '../tests/harness/keys-of.ts'
import { silentLog } from '../tests/harness/silent-log.ts'
import { openHouse } from './open-house.ts'
import { runCarte } from './run-carte.ts'

let folder: string
let made: TestDatabase
let database: Database
let settings: Settings
let now: Date

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carte-operator-'))
  made = await aDatabase()
  settings = readSettings({ DATABASE_URL: made.url, DATA_DIR: folder, PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: 'on' })
  database = await openDatabase(settings, silentLog)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await made[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => (now = new Date()))

/** The command line as a process would run it: what was said, what was noted, and the exit code. */
async function carte(...words: string[]) {
  const said: string[] = []
  const noted: string[] = []
  await using house = openHouse({
    settings,
    terminal: { say: (line) => said.push(line), note: (line) => noted.push(line), columns: 100 },
    clock: { now: () => now },
    productVersion: '0.1.0',
    signal: new AbortController().signal,
  })
  const code = await runCarte(words, house)
  return { code, said: said.join('\n'), noted: noted.join('\n') }
}

let alias = 0
async function aCard(...flags: string[]) {
  const name = `card-${++alias}`
  expect(await carte('cards', 'create', name, '--name', 'Anna Lind', ...flags)).toMatchObject({ code: 0, noted: '' })
  return name
}

const shown = async (name: string) => JSON.parse((await carte('cards', 'show', name, '--json')).said)

describe('cards create', () => {
  test('ACCOUNT-5 makes a card with its fields, plan and owner, and prints its address', async () => {
    const flags = {
      name: 'Erik Berg Lund',
      title: 'Broker',
      company: 'Berg',
      theme: 'compass',
      email: 'erik@example.com',
      owner: 'Owner@Example.com',
      plan: 'trial',
    }
    const { code, said } = await carte('cards', 'create', 'Erik', ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`))
    expect([code, said]).toEqual([0, 'Made: https://cards.example.com/erik/home'])
    expect(await shown('erik')).toMatchObject({
      alias: 'erik',
      firstName: 'Erik',
      lastName: 'Berg Lund',
      fullName: 'Erik Berg Lund',
      title: 'Broker',
      companyName: 'Berg',
      eCardTheme: 'compass',
      plan: 'PRO',
      owners: ['owner@example.com'],
    })
  })

  test.each([
    [['Bad_Alias', '--name', 'A'], 1, 'alias: An alias can only contain letters, numbers and hyphens.'],
    [['admin', '--name', 'A'], 1, 'The alias admin is reserved by the system.'],
    [['fine-one'], 2, 'The card needs a name'],
    [['fine-two', '--name', 'A', '--plan', 'GOLD'], 2, 'There are FREE, PRO, TRIAL.'],
    [['fine-three', '--name', 'A', '--email', 'nobody'], 1, 'emailAddress: '],
  ])('refuses %j in words, and makes nothing', async (words, code, answer) => {
    const refused = await carte('cards', 'create', ...words)
    expect(refused).toMatchObject({ code, said: '' })
    expect(refused.noted).toContain(answer)
    expect((await carte('cards', 'show', words[0] ?? '')).code).toBe(1)
  })

  test('a taken alias is refused, and no account is left over', async () => {
    const taken = await aCard()
    const { code, noted } = await carte('cards', 'create', taken, '--name', 'Other', '--owner', 'left-over@example.com')
    expect([code, noted]).toEqual([1, `The alias ${taken} is taken.`])
    expect((await carte('login-link', 'left-over@example.com')).code).toBe(1)
  })
})

describe('cards set', () => {
  test('reads text, numbers, yes and no, lists and parts of documents as the field means them', async () => {
    const name = await aCard()
    const fields = [
      'title=123',
      'profile=2',
      'showGoogleReviews=yes',
      'grantedRights=QRCode, AdvancedShare',
      'bio=',
      'settings.tagLine={"show":true,"text":"Keys"}',
      'settings.homepage.ShowTitle=false',
      'settings.tagLine.text=007',
      'phoneNumber=+1 555=1',
    ]
    const { code, said } = await carte('cards', 'set', name, ...fields)
    expect([code, said]).toEqual([0, `${name}: 7 fields changed, revision 2.`])
    expect(await shown(name)).toMatchObject({
      title: '123',
      profile: 2,
      showGoogleReviews: true,
      grantedRights: ['QRCode', 'AdvancedShare'],
      bio: '',
      phoneNumber: '+1 555=1',
      settings: { tagLine: { show: true, text: '007' }, homepage: { ShowTitle: false } },
    })
  })

  test('a part of a document leaves its other parts as they were', async () => {
    const name = await aCard()
    await carte('cards', 'set', name, 'settings.iconPack=thin', 'settings.homepage.ShowName=false')
    await carte('cards', 'set', name, 'settings.homepage.ShowTitle=false')
    expect((await shown(name)).settings).toEqual({ iconPack: 'thin', homepage: { ShowName: false, ShowTitle: false } })
  })

  test('a part of a document leaves what its owner saves at the same moment', async () => {
    const name = await aCard()
    const { code } = await behind(
      database.db,
      (tx) => tx.execute(sql`update subject set settings = '{"iconPack": "thin"}' where alias = ${name}`),
      () => carte('cards', 'set', name, 'settings.homepage.ShowTitle=false'),
    )
    expect([code, (await shown(name)).settings]).toEqual([0, { iconPack: 'thin', homepage: { ShowTitle: false } }])
  })

  test.each([
    ['titel=Broker', 1, 'There is no field “titel”. Did you mean title?'],
    ['showGoogleReviews=maybe', 1, 'showGoogleReviews: takes true or false, not “maybe”.'],
    ['profile=3', 1, 'profile: takes 1 or 2, not “3”.'],
    ['videoUrl=javascript:alert(1)', 1, 'videoUrl: The link must start with https://. It was “javascript:alert(1)”.'],
    ['grantedRights=Hom', 1, 'one of None, Home, About'],
    ['settings.tagLine.txt=x', 1, 'There is no field “txt” in settings.tagLine. Did you mean text?'],
    ['title.first=x', 1, 'title: has no parts; it takes text.'],
    ['menus=nonsense', 1, 'menus: takes a list'],
    ['__proto__.x=1', 1, 'There is no field “__proto__”'],
    ['title', 2, '“title” is not FIELD=VALUE'],
  ])('refuses %s, saying which field and what would do; nothing changes', async (word, code, answer) => {
    const name = await aCard()
    const refused = await carte('cards', 'set', name, 'companyName=New', word)
    expect(refused).toMatchObject({ code, said: '' })
    expect(refused.noted).toContain(answer)
    expect(await shown(name)).toMatchObject({ companyName: '', revision: 1 })
  })

  test('reaches what running servers keep in memory', async () => {
    const name = await aCard()
    const { id } = await shown(name)
    await using server = await openChanges(database, silentLog)
    const heard = new Promise((resolve) => server.on(resolve))
    await carte('cards', 'set', name, 'title=Broker')
    expect(await heard).toBe(`card:${id}`)
  })
})

describe('cards', () => {
  test('list shows them in straight columns, finds parts of names, and speaks JSON', async () => {
    await carte('cards', 'create', 'zoe', '--name', 'Zoë \u001b[31mRed', '--company', 'Lindqvist & Co')
    const { said } = await carte('cards', 'list', '--search', 'lindqvist')
    expect(said.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ALIAS', 'NAME', 'COMPANY', 'PLAN', 'STATE'],
      ['zoe', 'Zoë ·[31mRed', 'Lindqvist & Co', 'FREE', 'on'],
    ])
    expect(JSON.parse((await carte('cards', 'list', '--search', 'lindqvist', '--json')).said)).toMatchObject([
      { alias: 'zoe', isOff: false },
    ])
    expect(await carte('cards', 'list', '--search', '%')).toMatchObject({ code: 0, said: '', noted: 'No card holds that.' })
  })

  test('show names the address, the rights and the fields; an unknown alias is refused', async () => {
    const name = await aCard('--title', 'Broker')
    const { said } = await carte('cards', 'show', name)
    expect(said).toMatch(new RegExp(`address +https://cards.example.com/${name}/home`))
    expect(said).toMatch(/title +Broker/)
    expect(said).not.toMatch(/^bio/m)
    expect((await carte('cards', 'show', name, '--all')).said).toMatch(/^bio$/m)
    expect(await carte('cards', 'show', 'nobody')).toMatchObject({ code: 1, noted: 'Card not found.' })
  })

  test('disable and enable switch a card off and on; plan moves it', async () => {
    const name = await aCard()
    await carte('cards', 'disable', name)
    expect((await carte('cards', 'list', '--search', name)).said).toMatch(/FREE +off$/)
    await carte('cards', 'enable', name)
    expect(await carte('cards', 'plan', name, 'pro')).toMatchObject({ code: 0, said: `${name} is on PRO.` })
    expect((await carte('cards', 'list', '--search', name)).said).toMatch(/PRO +on$/)
  })

  test('remove asks to be meant, then removes the card with its pictures', async () => {
    const name = await aCard()
    const { id } = await shown(name)
    const file = join(folder, 'red.png')
    await writeFile(
      file,
      await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    expect(await carte('picture', 'set', name, 'profile', file)).toMatchObject({
      code: 0,
      said: `${name} has a new profile picture, 30 × 20.`,
    })
    expect((await shown(name)).pictures.profile).toMatchObject({ width: 30, height: 20 })

    expect((await carte('cards', 'remove', name)).noted).toContain('Add --yes if you mean it')
    expect((await carte('cards', 'show', name)).code).toBe(0)
    expect(await carte('cards', 'remove', name, '--yes')).toMatchObject({ code: 0, said: `${name} is removed.` })
    expect((await carte('cards', 'show', name)).code).toBe(1)
    expect(await keysOf(createDiskStorage(folder), `${id}/`)).toEqual([])
  })
})

describe('picture set refuses', () => {
  test.each([
    ['portrait', 'x.png', 2, 'There is no picture “portrait”.'],
    ['profil', 'x.png', 2, 'Did you mean profile?'],
    ['profile', 'missing.png', 1, 'cannot be read (ENOENT).'],
    ['profile', 'text.png', 1, 'We couldn’t read that image.'],
  ])('%s %s in words', async (kind, file, code, answer) => {
    const name = await aCard()
    await writeFile(join(folder, 'text.png'), 'not a picture')
    const refused = await carte('picture', 'set', name, kind, join(folder, file))
    expect(refused).toMatchObject({ code, said: '' })
    expect(refused.noted).toContain(answer)
  })
})

test('NOTE-2 notify tells owners’ devices, of one card or of all', async () => {
  const name = await aCard()
  expect((await carte('notify', 'Open house', 'See you on Sunday.', '--card', name)).said).toBe('Sent to 0 devices of 1 card.')
  expect((await carte('notify', 'New version', 'Opens faster.')).said).toMatch(/^Sent to 0 devices of \d+ cards\.$/)
  expect((await carte('notify', 'x', 'y', '--card', 'nobody-here')).noted).toContain('Card not found')
})

describe('login-link', () => {
  const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? ''
  const use = (token: string) => useLink({ db: database.db, clock: { now: () => now } }, token).catch(() => null)

  test('AUTH-8 the address works once, for the account it was made for', async () => {
    await aCard('--owner', 'once@example.com')
    const { said, noted } = await carte('login-link', 'Once@Example.com')
    expect(said).toMatch(/^https:\/\/cards\.example\.com\/account\/link\?token=[\w-]{43}$/)
    expect(noted).toContain('signs the account in')
    const { rows } = await database.db.execute<{ id: string }>(sql`select id from account where email = 'once@example.com'`)

    expect(await use(tokenIn(said))).toEqual({ accountId: rows[0]?.id, returnUrl: '/account', purpose: 'sign-in' })
    expect(await use(tokenIn(said))).toBeNull()
  })

  test('its line in the list of what operators did says for whom: an owner by their card, an operator by their e-mail', async () => {
    const name = await aCard('--owner', 'told@example.com')
    await carte('login-link', 'Told@Example.com')
    const told = async () =>
      (
        await database.db.execute(
          sql`select detail from operator_act where act = 'login-link' and alias = ${name} order by length(detail::text)`,
        )
      ).rows
    expect(await told()).toEqual([{ detail: {} }])
    await carte('operator', 'told@example.com')
    await carte('login-link', 'told@example.com')
    expect(await told()).toEqual([{ detail: {} }, { detail: { operator: 'told@example.com' } }])
  })

  test('its line names an account without a card by its email', async () => {
    const name = await aCard('--owner', 'cardless@example.com')
    await database.db.execute(sql`delete from membership using account where account.id = account_id and email = 'cardless@example.com'`)
    await carte('login-link', 'Cardless@Example.com')
    const { rows } = await database.db.execute(
      sql`select alias, detail from operator_act where act = 'login-link' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ alias: '', detail: { account: 'cardless@example.com' } }])
    await carte('cards', 'remove', name, '--yes')
  })

  test('of two who open it at once, one gets in', async () => {
    await aCard('--owner', 'race@example.com')
    const token = tokenIn((await carte('login-link', 'race@example.com')).said)
    const got = await Promise.all([use(token), use(token), use(token)])
    expect(got.filter(Boolean)).toHaveLength(1)
  })

  test('it ends after 15 minutes, and when a newer one is made', async () => {
    await aCard('--owner', 'late@example.com')
    const first = tokenIn((await carte('login-link', 'late@example.com')).said)
    const second = tokenIn((await carte('login-link', 'late@example.com')).said)
    expect(await use(first)).toBeNull()
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await use(second)).toBeNull()
  })

  test('only a hash of it is stored', async () => {
    await aCard('--owner', 'hash@example.com')
    const token = tokenIn((await carte('login-link', 'hash@example.com')).said)
    const { rows } = await database.db.execute<{ all: string }>(sql`select string_agg(l::text, '') as all from sign_in_link l`)
    const stored = rows[0]?.all ?? ''
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token).toString('hex'))
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test('an e-mail nobody has is told as such', async () => {
    const { code, noted } = await carte('login-link', 'nobody@example.com')
    expect([code, noted]).toEqual([1, expect.stringContaining('There is no account with the e-mail nobody@example.com.')])
  })
})

describe('status', () => {
  test('tells version, database without its password, counts and migrations', async () => {
    await aCard()
    const { said } = await carte('status')
    expect(said).toMatch(/Version +Carte 0\.1\.0/)
    expect(said).toMatch(/Servers +none running/)
    expect(said).toMatch(/Migrations +\d+ applied, newest \S+\.sql/)
    const facts = JSON.parse((await carte('status', '--json')).said)
    expect(facts).toMatchObject({ version: '0.1.0', dataDir: folder, counts: { demoCards: 0 }, servers: 0 })
    expect(facts.counts.cards).toBeGreaterThan(0)
  })

  test('counts the servers at work', async () => {
    await using _server = await openChanges(database, silentLog)
    expect((await carte('status')).said).toMatch(/Servers +1 running/)
  })
})

describe('backup and restore', () => {
  test('ACCOUNT-5 what was backed up comes back in another installation, with its pictures', async () => {
    const name = await aCard('--owner', 'kept@example.com')
    const picture = join(folder, 'kept.png')
    await writeFile(
      picture,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
        .png()
        .toBuffer(),
    )
    await carte('picture', 'set', name, 'logo', picture)
    const before = await shown(name)
    const passphraseFile = join(folder, 'passphrase')
    await writeFile(passphraseFile, 'a lamp above the blue door\n', { mode: 0o600 })
    const file = join(folder, 'whole.backup')
    const written = await carte('backup', file, '--passphrase-file', passphraseFile)
    expect(written).toMatchObject({ code: 0, noted: '' })
    expect(written.said).toContain('written, read back and compared')

    await using other = await aDatabase()
    const here = settings
    settings = { ...settings, databaseUrl: other.url, dataDir: join(folder, 'other') }
    expect((await carte('restore', file)).noted).toContain('It is encrypted')
    const restored = await carte('restore', file, '--passphrase-file', passphraseFile)
    const after = await shown(name)
    const bytes = await createDiskStorage(settings.dataDir).get(`${before.id}/logo/${before.pictures.logo.revision}/master.webp`)
    const again = await carte('restore', file, '--passphrase-file', passphraseFile)
    const unmeant = await carte('restore', file, '--replace', '--passphrase-file', passphraseFile)
    const replaced = await carte('restore', file, '--replace', '--yes', '--passphrase-file', passphraseFile)
    settings = here

    expect(restored).toMatchObject({ code: 0, noted: '', said: expect.stringContaining('Everybody logs in again') })
    expect(after).toEqual(before)
    expect(bytes?.length).toBeGreaterThan(0)
    expect(again).toMatchObject({ code: 1, noted: expect.stringContaining('This installation is in use') })
    expect(unmeant).toMatchObject({ code: 1, noted: expect.stringContaining('then add --yes') })
    expect(replaced.code).toBe(0)
  })

  test('a backup in the clear says so', async () => {
    expect((await carte('backup', join(folder, 'clear.backup'))).noted).toContain('not encrypted')
  })

  test.each([
    ['short', '12 characters or more'],
    [null, 'cannot be read (ENOENT)'],
  ])('a passphrase file with %j is refused before anything is written', async (text, answer) => {
    const file = join(folder, 'weak-passphrase')
    await rm(file, { force: true })
    if (text !== null) await writeFile(file, text, { mode: 0o600 })
    const { code, noted } = await carte('backup', join(folder, 'weak.backup'), '--passphrase-file', file)
    expect([code, noted]).toEqual([1, expect.stringContaining(answer)])
  })

  test('what is no backup is refused in a sentence', async () => {
    await writeFile(join(folder, 'letter.txt'), 'Dear Sir or Madam')
    expect((await carte('restore', join(folder, 'letter.txt'))).noted).toContain('It is no backup of Carte')
    expect((await carte('restore', join(folder, 'nothing'))).noted).toContain('There is no such file.')
    expect((await carte('restore', folder)).noted).toContain('It is a folder.')
  })
})

test('keys renew exchanges the keys that are made here, is written down, and shows none', async () => {
  const renewed = await carte('keys', 'renew')
  expect(renewed).toMatchObject({ code: 0, said: expect.stringContaining('New keys are in use') })
  expect(renewed.said + renewed.noted).not.toMatch(/[\da-f]{32}/)
  expect((await carte('audit')).said).toContain('keys.renew')
})

test('demo remove takes the demo cards and their owners, and nothing of ours', async () => {
  await using own = await aDatabase()
  const here = settings
  settings = { ...settings, databaseUrl: own.url, dataDir: join(folder, 'demo') }
  await using demo = await openDatabase(settings, silentLog)
  await using changes = await openChanges(demo, silentLog)
  await seedDemo({
    db: demo.db,
    changes,
    storage: createDiskStorage(settings.dataDir),
    clock: { now: () => now },
    log: silentLog,
    settings,
  })
  await aCard('--owner', 'ours@example.com')
  const before = JSON.parse((await carte('status', '--json')).said).counts
  const removed = await carte('demo', 'remove')
  const after = JSON.parse((await carte('status', '--json')).said).counts
  settings = here

  expect(before).toMatchObject({ cards: 1, demoCards: 6, accounts: 7 })
  expect(removed).toMatchObject({ code: 0, said: '6 demo cards removed.' })
  expect(after).toMatchObject({ cards: 1, demoCards: 0, accounts: 1 })
})

describe('help', () => {
  test('shows every command, and the page of one', async () => {
    expect((await carte('help')).said).toContain('cards create ALIAS')
    expect((await carte('help', 'backup')).said).toBe((await carte('backup', '--help')).said)
    expect(await carte('help', 'bakcup')).toMatchObject({ code: 2, noted: expect.stringContaining('Did you mean: backup?') })
  })
})

describe('audit', () => {
  const acts = async (word: string) => JSON.parse((await carte('audit', word, '--json')).said)

  test('ACCOUNT-5 tells what was done by command line, newest first, and nothing of what was refused', async () => {
    const name = await aCard('--plan', 'PRO')
    now = new Date(now.getTime() + 1000)
    await carte('cards', 'set', name, 'title=Broker')
    now = new Date(now.getTime() + 1000)
    await carte('cards', 'disable', name, '--reason', 'A copy')
    await carte('cards', 'set', name, 'profile=9')
    await carte('cards', 'remove', name)
    expect((await acts(name)).map(({ act, detail }: { act: string; detail: object }) => [act, detail])).toEqual([
      ['card.disable', { reason: 'A copy' }],
      ['card.change', { fields: ['title'] }],
      ['card.create', { plan: 'PRO' }],
    ])
    expect((await carte('audit', name)).said).toContain('reason: A copy')
    expect((await carte('audit', 'nobody-did')).noted).toBe('Nothing of that was done.')
  })

  test('holds who became an operator, and that a sign-in address was made, but not which', async () => {
    await aCard('--owner', 'audited@example.com')
    await carte('operator', 'audited@example.com')
    expect((await acts('operator.grant'))[0].detail).toEqual({ operator: 'audited@example.com' })
    const { said } = await carte('login-link', 'audited@example.com')
    expect(JSON.stringify(await acts('login-link'))).not.toContain(said.split('token=')[1])
  })
})

describe('sessions end', () => {
  async function anAccount(email: string) {
    const [account] = (await database.db.execute<{ id: string }>(sql`select id from account where email = ${email}`)).rows
    const request = new Request('https://cards.example.com/')
    const needs = { db: database.db, clock: { now: () => now }, settings }
    const sessions = [0, 1].map(() => startSession(needs, { accountId: account?.id ?? '', way: 'link', request }))
    const [cookie = ''] = (await Promise.all(sessions)).map((session) => session.cookie.split(';')[0] ?? '')
    const isIn = async () => (await readCaller(needs, new Request(request, { headers: { cookie } }))).kind === 'owner'
    return { isIn, acts: () => acts('sessions.end') }
  }
  const acts = async (act: string) =>
    (await database.db.execute(sql`select alias, detail from operator_act where act = ${act} order by id desc`)).rows

  test('signs an account out everywhere and nobody else, and is written down without their address', async () => {
    const name = await aCard('--owner', 'lost@example.com')
    await aCard('--owner', 'stays@example.com')
    const [lost, stays] = [await anAccount('lost@example.com'), await anAccount('stays@example.com')]
    expect([await lost.isIn(), await stays.isIn()]).toEqual([true, true])
    expect(await carte('sessions', 'end', ' Lost@Example.com')).toMatchObject({ code: 0, said: 'Ended: 2.' })
    expect([await lost.isIn(), await stays.isIn()]).toEqual([false, true])
    expect(await lost.acts()).toEqual([{ alias: name, detail: {} }])
    expect(await carte('sessions', 'end', 'lost@example.com')).toMatchObject({ code: 0, said: 'Nobody was signed in.' })
  })

  test('named by a card, it is all its owners', async () => {
    const name = await aCard('--owner', 'holder@example.com')
    const holder = await anAccount('holder@example.com')
    expect(await carte('sessions', 'end', name)).toMatchObject({ code: 0, said: 'Ended: 2.' })
    expect(await holder.isIn()).toBe(false)
    expect((await holder.acts())[0]).toEqual({ alias: name, detail: {} })
  })

  test('says whom it does not know, and that a card is nobody’s', async () => {
    const name = await aCard()
    const before = (await acts('sessions.end')).length
    expect(await carte('sessions', 'end', 'nobody@example.com')).toMatchObject({
      code: 1,
      noted: expect.stringContaining('There is no account with the e-mail nobody@example.com.'),
    })
    expect(await carte('sessions', 'end', name)).toMatchObject({ code: 1, noted: expect.stringContaining('belongs to nobody yet') })
    expect((await carte('sessions', 'end', 'no-such-card')).code).toBe(1)
    expect(await acts('sessions.end')).toHaveLength(before)
  })
})

describe('cards import', () => {
  async function aTable(text: string) {
    const file = join(folder, `table-${++alias}.csv`)
    await writeFile(file, text)
    return file
  }
  const isThere = async (name: string) => (await carte('cards', 'show', name)).code === 0

  test('ACCOUNT-5 with --dry-run it tells and makes nothing; without, what is in order goes in and the rest is in the report', async () => {
    const file = await aTable('alias,fullName,plan\nfrom-file-1,Anna,PRO\nfrom-file-2,=Ella,GOLD\n')
    const dry = await carte('cards', 'import', file, '--dry-run')
    expect(dry.said).toBe('Would make 1 card of 2 lines; 1 is broken.')
    expect(dry.noted).toContain('line 3, plan: Unknown plan.')
    expect(await isThere('from-file-1')).toBe(false)
    const report = join(folder, 'report.csv')
    expect((await carte('cards', 'import', file, '--report', report)).said).toBe('Made 1 card of 2 lines; 1 is broken.')
    expect(await isThere('from-file-1')).toBe(true)
    expect(await readFile(report, 'utf8')).toContain('"3","plan"')
    expect((await carte('cards', 'import', file, '--report', report)).code).toBe(1)
  })

  test('with --all-or-nothing one broken line keeps all of them out', async () => {
    const file = await aTable('alias,fullName\nall-or-1,Anna\nadmin,Ella\n')
    expect(await carte('cards', 'import', file, '--all-or-nothing')).toMatchObject({ code: 1 })
    expect(await isThere('all-or-1')).toBe(false)
    const whole = await aTable('alias,fullName\nall-or-1,Anna\nall-or-2,Ella\n')
    expect((await carte('cards', 'import', whole, '--all-or-nothing', '--json')).said).toContain('"made": 2')
  })

  test('what cannot be read makes nothing of what stands before it', async () => {
    const file = await aTable('')
    await writeFile(file, Buffer.concat([Buffer.from('alias,fullName\nlatin-1,Anna\nlatin-2,Ren'), Buffer.from([0xe9])]))
    const { code, noted } = await carte('cards', 'import', file)
    expect([code, noted]).toEqual([1, expect.stringContaining('Line 3 isn’t UTF-8')])
    expect(await isThere('latin-1')).toBe(false)
    expect((await carte('cards', 'import', file, '--encoding', 'windows-1252')).said).toContain('Made 2 cards')
  })
})
