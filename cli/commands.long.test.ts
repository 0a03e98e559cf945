import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readCaller } from '#server/accounts/sessions/read-caller.ts'
import { startSession } from '#server/accounts/sessions/start-session.ts'
import { useLink } from '#server/accounts/mailed-links/use-link.ts'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { people, seedDemo } from '#server/demo/seed-demo.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { aDatabase } from '../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { anInstallation } from '../tests/harness/an-installation.ts'

const installation = await anInstallation({ PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: 'on' })
afterAll(() => installation[Symbol.asyncDispose]())
const { folder, database, current, clock, carte, aCard, readCard } = installation
beforeEach(() => void (current.now = new Date()))

describe('login-link', () => {
  const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? ''
  const use = (token: string) => useLink({ db: database.db, clock, settings: { signUp: 'open' } }, token).catch(() => null)

  test('AUTH-8 the link works once, for its account', async () => {
    await aCard('--owner', 'once@example.com')
    const { output, notes } = await carte('login-link', 'Once@Example.com')
    expect(output).toMatch(/^https:\/\/cards\.example\.com\/account\/link\?token=[\w-]{43}$/)
    expect(notes).toContain('logs in without a password')
    const { rows } = await database.db.execute<{ id: string }>(sql`select id from account where email = 'once@example.com'`)

    expect(await use(tokenIn(output))).toEqual({ accountId: rows[0]?.id, returnUrl: '/account', purpose: 'sign-in' })
    expect(await use(tokenIn(output))).toBeNull()
  })

  test('its audit entry names an owner by card and an administrator by email', async () => {
    const name = await aCard('--owner', 'named@example.com')
    await carte('login-link', 'Named@Example.com')
    const details = async () =>
      (
        await database.db.execute(
          sql`select detail from operator_act where act = 'login-link' and alias = ${name} order by length(detail::text)`,
        )
      ).rows
    expect(await details()).toEqual([{ detail: {} }])
    await carte('admin', 'named@example.com')
    await carte('login-link', 'named@example.com')
    expect(await details()).toEqual([{ detail: {} }, { detail: { admin: 'named@example.com' } }])
  })

  test('its audit entry names an account without a card by email', async () => {
    const name = await aCard('--owner', 'cardless@example.com')
    await database.db.execute(sql`delete from membership using account where account.id = account_id and email = 'cardless@example.com'`)
    await carte('login-link', 'Cardless@Example.com')
    const { rows } = await database.db.execute(
      sql`select alias, detail from operator_act where act = 'login-link' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ alias: '', detail: { account: 'cardless@example.com' } }])
    await carte('cards', 'remove', name, '--yes')
  })

  test('of concurrent uses, one logs in', async () => {
    await aCard('--owner', 'race@example.com')
    const token = tokenIn((await carte('login-link', 'race@example.com')).output)
    const got = await Promise.all([use(token), use(token), use(token)])
    expect(got.filter(Boolean)).toHaveLength(1)
  })

  test('it expires after 15 minutes, and when a newer one is created', async () => {
    await aCard('--owner', 'expired@example.com')
    const first = tokenIn((await carte('login-link', 'expired@example.com')).output)
    const second = tokenIn((await carte('login-link', 'expired@example.com')).output)
    expect(await use(first)).toBeNull()
    current.now = new Date(current.now.getTime() + 15 * 60_000)
    expect(await use(second)).toBeNull()
  })

  test('only its hash is stored', async () => {
    await aCard('--owner', 'hash@example.com')
    const token = tokenIn((await carte('login-link', 'hash@example.com')).output)
    const { rows } = await database.db.execute<{ all: string }>(sql`select string_agg(l::text, '') as all from sign_in_link l`)
    const stored = rows[0]?.all ?? ''
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(Buffer.from(token).toString('hex'))
    expect(stored).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test('an unknown email is an error', async () => {
    const { code, notes } = await carte('login-link', 'unknown@example.com')
    expect([code, notes]).toEqual([1, expect.stringContaining('There is no account with the email unknown@example.com.')])
  })
})

describe('backup and restore', () => {
  test('ACCOUNT-5 a backup restores into another installation, with its pictures', async () => {
    const name = await aCard('--owner', 'restored@example.com')
    const picture = join(folder, 'logo.png')
    await writeFile(
      picture,
      await sharp({ create: { width: 8, height: 8, channels: 3, background: 'blue' } })
        .png()
        .toBuffer(),
    )
    await carte('picture', 'set', name, 'logo', picture)
    const before = await readCard(name)
    const passphraseFile = join(folder, 'passphrase')
    await writeFile(passphraseFile, 'a lamp above the blue door\n', { mode: 0o600 })
    const file = join(folder, 'whole.backup')
    const written = await carte('backup', file, '--passphrase-file', passphraseFile)
    expect(written).toMatchObject({ code: 0, notes: '' })
    expect(written.output).toContain('written, read back and compared')
    const clear = join(folder, 'whole-clear.backup')
    expect((await carte('backup', clear)).code).toBe(0)

    await using other = await aDatabase()
    const here = current.settings
    current.settings = { ...current.settings, databaseUrl: other.url, dataDir: join(folder, 'other') }
    expect((await carte('restore', file)).notes).toContain('It is encrypted')
    const restored = await carte('restore', file, '--passphrase-file', passphraseFile)
    const after = await readCard(name)
    const bytes = await createDiskStorage(current.settings.dataDir).get(`${before.id}/logo/${before.pictures.logo.revision}/master.webp`)
    const again = await carte('restore', clear)
    const unconfirmed = await carte('restore', clear, '--replace')
    const replaced = await carte('restore', clear, '--replace', '--yes')
    current.settings = here

    expect(restored).toMatchObject({ code: 0, notes: '', output: expect.stringContaining('Everyone has to log in again') })
    expect(after).toEqual(before)
    expect(bytes?.length).toBeGreaterThan(0)
    expect(again).toMatchObject({ code: 1, notes: expect.stringContaining('This installation is in use') })
    expect(unconfirmed).toMatchObject({ code: 1, notes: expect.stringContaining('then add --yes') })
    expect(replaced.code).toBe(0)
  })

  test('an unencrypted backup prints a warning', async () => {
    expect((await carte('backup', join(folder, 'clear.backup'))).notes).toContain('not encrypted')
  })

  test('without a file it backs up to BACKUP_TO and rehearses that', async () => {
    expect((await carte('backup')).notes).toContain('BACKUP_TO is not set')
    const here = current.settings
    current.settings = { ...current.settings, backupTo: await mkdtemp(join(folder, 'target-')) }
    const written = await carte('backup')
    const rehearsed = await carte('backup', 'rehearse')
    const mixed = await carte('backup', '--passphrase-file', 'x')
    current.settings = { ...current.settings, backupTo: join(folder, 'gone') }
    const missing = await carte('backup')
    current.settings = here
    expect(written).toMatchObject({ code: 0, output: expect.stringMatching(/compared: .*\/carte-\d{8}T\d{6}Z-[\da-f]{8}\.backup/) })
    expect(rehearsed).toMatchObject({
      code: 0,
      notes: '',
      output: expect.stringContaining('Restored into a scratch database and compared'),
    })
    expect(mixed).toMatchObject({ code: 1, notes: expect.stringContaining('goes with FILE') })
    expect(missing).toMatchObject({ code: 1, notes: expect.stringMatching(/no such folder for BACKUP_TO: .*gone/) })
  })

  test.each([
    ['short', '12 characters or more'],
    [null, 'cannot be read (ENOENT)'],
  ])('a passphrase file with %j is rejected before anything is written', async (text, answer) => {
    const file = join(folder, 'weak-passphrase')
    await rm(file, { force: true })
    if (text !== null) await writeFile(file, text, { mode: 0o600 })
    const { code, notes } = await carte('backup', join(folder, 'weak.backup'), '--passphrase-file', file)
    expect([code, notes]).toEqual([1, expect.stringContaining(answer)])
  })

  test('a file that is not a backup is rejected with a reason', async () => {
    await writeFile(join(folder, 'letter.txt'), 'Dear Sir or Madam')
    expect((await carte('restore', join(folder, 'letter.txt'))).notes).toContain('It is not a Carte backup')
    expect((await carte('restore', join(folder, 'nothing'))).notes).toContain('There is no such file.')
    expect((await carte('restore', folder)).notes).toContain('It is a folder.')
  })
})

test('keys rotate replaces the signing keys, is audited, and prints no key', async () => {
  const rotated = await carte('keys', 'rotate')
  expect(rotated).toMatchObject({ code: 0, output: expect.stringContaining('New keys are in use') })
  expect(rotated.output + rotated.notes).not.toMatch(/[\da-f]{32}/)
  expect((await carte('audit')).output).toContain('keys.renew')
})

test('demo remove removes the demo cards and their owners, and nothing else', async () => {
  await using own = await aDatabase()
  const here = current.settings
  current.settings = { ...current.settings, databaseUrl: own.url, dataDir: join(folder, 'demo') }
  await using demo = await openDatabase(current.settings, silentLog)
  await using changes = await openChanges(demo, silentLog)
  const storage = createDiskStorage(current.settings.dataDir)
  await seedDemo({ db: demo.db, changes, storage, clock, log: silentLog, settings: current.settings }, people.slice(0, 2))
  await aCard('--owner', 'own@example.com')
  const before = JSON.parse((await carte('status', '--json')).output).counts
  const removed = await carte('demo', 'remove')
  const after = JSON.parse((await carte('status', '--json')).output).counts
  current.settings = here

  expect(before).toMatchObject({ cards: 1, demoCards: 2, accounts: 3 })
  expect(removed).toMatchObject({ code: 0, output: '2 demo cards removed.' })
  expect(after).toMatchObject({ cards: 1, demoCards: 0, accounts: 1 })
})

describe('audit', () => {
  const acts = async (word: string) => JSON.parse((await carte('audit', word, '--json')).output)

  test('ACCOUNT-5 lists what commands changed, newest first, and no failed command', async () => {
    const name = await aCard('--plan', 'PRO')
    current.now = new Date(current.now.getTime() + 1000)
    await carte('cards', 'set', name, 'title=Broker')
    current.now = new Date(current.now.getTime() + 1000)
    await carte('cards', 'disable', name, '--reason', 'A copy')
    await carte('cards', 'set', name, 'profile=9')
    await carte('cards', 'remove', name)
    expect((await acts(name)).map(({ act, detail }: { act: string; detail: object }) => [act, detail])).toEqual([
      ['card.disable', { reason: 'A copy' }],
      ['card.change', { fields: ['title'] }],
      ['card.create', { plan: 'PRO' }],
    ])
    expect((await carte('audit', name)).output).toContain('reason: A copy')
    expect((await carte('audit', 'unknown-did')).notes).toBe('There is no entry for that.')
  })

  test('lists new administrators and login links, without the link itself', async () => {
    await aCard('--owner', 'audited@example.com')
    await carte('admin', 'audited@example.com')
    expect((await acts('admin.grant'))[0].detail).toEqual({ admin: 'audited@example.com' })
    const { output } = await carte('login-link', 'audited@example.com')
    expect(JSON.stringify(await acts('login-link'))).not.toContain(output.split('token=')[1])
  })
})

describe('sessions end', () => {
  async function anAccount(email: string) {
    const [account] = (await database.db.execute<{ id: string }>(sql`select id from account where email = ${email}`)).rows
    const request = new Request('https://cards.example.com/')
    const deps = { db: database.db, clock, settings: current.settings }
    const sessions = [0, 1].map(() => startSession(deps, { accountId: account?.id ?? '', loginMethod: 'link', request }))
    const [cookie = ''] = (await Promise.all(sessions)).map((session) => session.cookie.split(';')[0] ?? '')
    const isSignedIn = async () =>
      (await readCaller({ ...deps, log: silentLog }, new Request(request, { headers: { cookie } }))).kind === 'owner'
    return { isSignedIn, acts: () => acts('sessions.end') }
  }
  const acts = async (act: string) =>
    (await database.db.execute(sql`select alias, detail from operator_act where act = ${act} order by id desc`)).rows

  test('logs out one account everywhere, and is audited without its email', async () => {
    const name = await aCard('--owner', 'lost@example.com')
    await aCard('--owner', 'stays@example.com')
    const [lost, stays] = [await anAccount('lost@example.com'), await anAccount('stays@example.com')]
    expect([await lost.isSignedIn(), await stays.isSignedIn()]).toEqual([true, true])
    expect(await carte('sessions', 'end', ' Lost@Example.com')).toMatchObject({ code: 0, output: 'Sessions ended: 2.' })
    expect([await lost.isSignedIn(), await stays.isSignedIn()]).toEqual([false, true])
    expect(await lost.acts()).toEqual([{ alias: name, detail: {} }])
    expect(await carte('sessions', 'end', 'lost@example.com')).toMatchObject({ code: 0, output: 'There were no sessions.' })
  })

  test('with an alias, it logs out all owners of the card', async () => {
    const name = await aCard('--owner', 'holder@example.com')
    const holder = await anAccount('holder@example.com')
    expect(await carte('sessions', 'end', name)).toMatchObject({ code: 0, output: 'Sessions ended: 2.' })
    expect(await holder.isSignedIn()).toBe(false)
    expect((await holder.acts())[0]).toEqual({ alias: name, detail: {} })
  })

  test('with --keys, it also revokes the API keys of the account’s cards, and no others', async () => {
    const aKeyOf = (name: string) =>
      database.db.execute(sql`
        insert into access_key (id, subject_id, key_hash, name, key_start, key_end, scopes, created_at)
        select gen_random_uuid(), id, sha256(alias::bytea), 'Zapier', 'carte_abc', 'yz', array['card:read'], now() from subject where alias = ${name}`)
    const keysOf = async (name: string) =>
      (await database.db.execute(sql`select k.id from access_key k join subject s on s.id = k.subject_id where s.alias = ${name}`)).rows
    const [first, second, others] = [
      await aCard('--owner', 'keys@example.com'),
      await aCard('--owner', 'keys@example.com'),
      await aCard('--owner', 'others@example.com'),
    ]
    for (const name of [first, second, others]) await aKeyOf(name)
    expect((await carte('sessions', 'end', 'keys@example.com')).code).toBe(0)
    expect(await keysOf(first)).toHaveLength(1)
    const { output } = await carte('sessions', 'end', first, '--keys')
    expect(output).toBe('There were no sessions.\nAPI keys revoked: 1.')
    expect((await carte('sessions', 'end', 'keys@example.com', '--keys')).output).toMatch('API keys revoked: 1.')
    expect([await keysOf(first), await keysOf(second)]).toEqual([[], []])
    expect(await keysOf(others)).toHaveLength(1)
  })

  test('lists connections that are on; --connections switches those off, no others', async () => {
    const [name, others] = [await aCard('--owner', 'hooks@example.com'), await aCard('--owner', 'other-hooks@example.com')]
    for (const alias of [name, others])
      await database.db.execute(sql`
        insert into connection (subject_id, id, created_at, preset, name, url, types, is_full, secret, secret_at, secret_end)
        select id, gen_random_uuid(), '2036-06-15T12:00Z', 'own', 'Tool', 'https://hooks.example.com/secret', array['contact.created'], true,
          'x'::bytea, now(), 'abcd' from subject where alias = ${alias}`)
    const reasons = async (alias: string) =>
      (await database.db.execute(sql`select c.off_reason from connection c join subject s on s.id = c.subject_id where s.alias = ${alias}`))
        .rows
    expect((await carte('sessions', 'end', name)).output).toBe(
      'There were no sessions.\nConnections that are still on (--connections switches them off):\n  Tool, to hooks.example.com, added 2036-06-15',
    )
    const { output } = await carte('sessions', 'end', 'hooks@example.com', '--connections')
    expect(output).toBe('There were no sessions.\nConnections switched off: 1.')
    expect([await reasons(name), await reasons(others)]).toEqual([[{ off_reason: 'owner' }], [{ off_reason: null }]])
    expect((await carte('sessions', 'end', name, '--connections')).output).toMatch('No connection was on.')
  })

  test('reports an unknown account, and a card without an owner', async () => {
    const name = await aCard()
    const before = (await acts('sessions.end')).length
    expect(await carte('sessions', 'end', 'unknown@example.com')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is no account with the email unknown@example.com.'),
    })
    expect(await carte('sessions', 'end', name)).toMatchObject({ code: 1, notes: expect.stringContaining('has no owner yet') })
    expect((await carte('sessions', 'end', 'no-such-card')).code).toBe(1)
    expect(await acts('sessions.end')).toHaveLength(before)
  })
})
