import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { renderUnicodeCompact } from 'uqr'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { saveSettings } from '#server/admin/settings/change-settings.ts'
import { commandLine } from '#server/audit/write-audit-entry.ts'
import { checkSetupCode } from '#server/accounts/sign-up/make-setup-link.ts'
import { openChanges } from '#server/database/changes/changes.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { readSettings } from '#server/settings.ts'
import { whileLocked } from '../tests/harness/while-locked.ts'
import { keysOf } from '../tests/harness/keys-of.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { runCommand } from '../tests/harness/run-command.ts'
import { anInstallation } from '../tests/harness/an-installation.ts'

const installation = await anInstallation({ PUBLIC_URL: 'https://cards.example.com', TRUST_PROXY: 'on' })
afterAll(() => installation[Symbol.asyncDispose]())
const { folder, database, current, clock, carte, aCard, readCard } = installation
beforeEach(() => void (current.now = new Date()))

describe('settings', () => {
  const smtpUrl = 'smtps://mailer:hush-hush-1@mail.example.com'
  const store = async (texts: Record<string, string>) => {
    await using changes = await openChanges(database, silentLog)
    const changed = Object.entries(texts).map(([name, value]) => ({ name, value }))
    await saveSettings({ changes, clock, environment: {} }, commandLine, changed)
  }
  const withEnvironment = (environment: NodeJS.ProcessEnv, ...words: string[]) => {
    const own = readSettings({ ...environment, DATABASE_URL: current.settings.databaseUrl ?? '', DATA_DIR: folder })
    return runCommand(words, { settings: own, environment, now: clock.now })
  }

  test('are listed with what overrides them, never with their values, and set back', async () => {
    await store({ TRIAL_DAYS: '9', SMTP_URL: smtpUrl })
    const { output } = await withEnvironment({ SMTP_URL: 'smtp://localhost' }, 'settings', 'list')
    expect(output).toMatch(/^TRIAL_DAYS +\d{4}-\d\d-\d\d *$/m)
    expect(output).toMatch(/^SMTP_URL +\S+ +environment *$/m)
    expect(output).not.toContain('hush')
    expect(
      await withEnvironment({ SMTP_URL: 'smtp://localhost' }, 'settings', 'reset', 'SMTP_URL', 'TRIAL_DAYS', 'BACKUP_TO'),
    ).toMatchObject({ code: 0, notes: expect.not.stringContaining('restart') })
    expect((await withEnvironment({}, 'settings', 'list')).notes).toContain('No administrator has changed a setting.')
    expect(await carte('settings', 'reset', 'PORT')).toMatchObject({ code: 2 })
  })

  test('that contradict the environment are named, and set back all the same', async () => {
    await store({ PUBLIC_URL: 'https://cards.example.com' })
    const answer = await withEnvironment({ HOST: '0.0.0.0' }, 'settings', 'reset', 'PUBLIC_URL')
    expect(answer).toMatchObject({ code: 0, output: expect.stringContaining('PUBLIC_URL') })
    expect(answer.notes).toContain('PUBLIC_URL is https')
    expect(answer.notes).toContain('after a restart: PUBLIC_URL.')
  })
})

describe('cards create', () => {
  test('ACCOUNT-5 creates a card with its fields, plan and owner, and prints its address', async () => {
    const flags = {
      name: 'Erik Berg Lund',
      title: 'Broker',
      company: 'Berg',
      theme: 'compass',
      email: 'erik@example.com',
      owner: 'Owner@Example.com',
      plan: 'trial',
    }
    const { code, output } = await carte('cards', 'create', 'Erik', ...Object.entries(flags).map(([flag, value]) => `--${flag}=${value}`))
    expect([code, output]).toEqual([0, 'Created: https://cards.example.com/erik/home'])
    expect(await readCard('erik')).toMatchObject({
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
    [['fine-three', '--name', 'A', '--email', 'unknown'], 1, 'emailAddress: '],
    [['fine-four', '--name', 'A', '--phone', 'unknown'], 1, 'phoneNumber: Enter a phone number'],
  ])('%j fails with an explanation and creates nothing', async (words, code, answer) => {
    const refused = await carte('cards', 'create', ...words)
    expect(refused).toMatchObject({ code, output: '' })
    expect(refused.notes).toContain(answer)
    expect((await carte('cards', 'show', words[0] ?? '')).code).toBe(1)
  })

  test('a taken alias is an error, and creates no account', async () => {
    const taken = await aCard()
    const { code, notes } = await carte('cards', 'create', taken, '--name', 'Other', '--owner', 'left-over@example.com')
    expect([code, notes]).toEqual([1, `The alias ${taken} is taken.`])
    expect((await carte('login-link', 'left-over@example.com')).code).toBe(1)
  })
})

describe('cards set', () => {
  test('parses text, numbers, switches, lists and parts of documents by schema', async () => {
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
      'phoneNumber=207 555 0142 x=1',
    ]
    const { code, output } = await carte('cards', 'set', name, ...fields)
    expect([code, output]).toEqual([0, `${name}: 7 fields changed, revision 2.`])
    expect(await readCard(name)).toMatchObject({
      title: '123',
      profile: 2,
      showGoogleReviews: true,
      grantedRights: ['QRCode', 'AdvancedShare'],
      bio: '',
      phoneNumber: '(207) 555-0142 x=1',
      settings: { tagLine: { show: true, text: '007' }, homepage: { ShowTitle: false } },
    })
  })

  test('changing a part of a document keeps its other parts', async () => {
    const name = await aCard()
    await carte('cards', 'set', name, 'settings.iconPack=thin', 'settings.homepage.ShowName=false')
    await carte('cards', 'set', name, 'settings.homepage.ShowTitle=false')
    expect((await readCard(name)).settings).toEqual({ iconPack: 'thin', homepage: { ShowName: false, ShowTitle: false } })
  })

  test('changing a part of a document keeps what the owner saves concurrently', async () => {
    const name = await aCard()
    const { code } = await whileLocked(
      database.db,
      (tx) => tx.execute(sql`update subject set settings = '{"iconPack": "thin"}' where alias = ${name}`),
      () => carte('cards', 'set', name, 'settings.homepage.ShowTitle=false'),
    )
    expect([code, (await readCard(name)).settings]).toEqual([0, { iconPack: 'thin', homepage: { ShowTitle: false } }])
  })

  test.each([
    ['titel=Broker', 1, 'There is no field “titel”. Did you mean title?'],
    ['showGoogleReviews=maybe', 1, 'showGoogleReviews: takes true or false, not “maybe”.'],
    ['officePhoneNumber=12345', 1, 'officePhoneNumber: Enter a phone number with 7 to 15 digits. You entered “12345”.'],
    ['profile=3', 1, 'profile: takes 1 or 2, not “3”.'],
    ['videoUrl=javascript:alert(1)', 1, 'videoUrl: The link must start with https://. You entered “javascript:alert(1)”.'],
    ['grantedRights=Hom', 1, 'one of None, Home, About'],
    ['settings.tagLine.txt=x', 1, 'There is no field “txt” in settings.tagLine. Did you mean text?'],
    ['title.first=x', 1, 'title: has no parts; it takes text.'],
    ['menus=nonsense', 1, 'menus: takes a list'],
    ['__proto__.x=1', 1, 'There is no field “__proto__”'],
    ['title', 2, '“title” is not FIELD=VALUE'],
  ])('rejects %s with the field and what it accepts; nothing changes', async (word, code, answer) => {
    const name = await aCard()
    const refused = await carte('cards', 'set', name, 'companyName=New', word)
    expect(refused).toMatchObject({ code, output: '' })
    expect(refused.notes).toContain(answer)
    expect(await readCard(name)).toMatchObject({ companyName: '', revision: 1 })
  })

  test('notifies running servers', async () => {
    const name = await aCard()
    const { id } = await readCard(name)
    await using server = await openChanges(database, silentLog)
    const received = new Promise((resolve) => server.on(resolve))
    await carte('cards', 'set', name, 'title=Broker')
    expect(await received).toBe(`card:${id}`)
  })
})

describe('cards', () => {
  test('list aligns columns, searches parts of names, and prints JSON', async () => {
    await carte('cards', 'create', 'zoe', '--name', 'Zoë \u001b[31mRed', '--company', 'Lindqvist & Co')
    const { output } = await carte('cards', 'list', '--search', 'lindqvist')
    expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ALIAS', 'NAME', 'COMPANY', 'PLAN', 'STATE'],
      ['zoe', 'Zoë ·[31mRed', 'Lindqvist & Co', 'FREE', 'on'],
    ])
    expect(JSON.parse((await carte('cards', 'list', '--search', 'lindqvist', '--json')).output)).toMatchObject([
      { alias: 'zoe', isOff: false },
    ])
    expect(await carte('cards', 'list', '--search', '%')).toMatchObject({ code: 0, output: '', notes: 'No card matches.' })
  })

  test('show prints address, rights and fields; an unknown alias is an error', async () => {
    const name = await aCard('--title', 'Broker')
    const { output } = await carte('cards', 'show', name)
    expect(output).toMatch(new RegExp(`address +https://cards.example.com/${name}/home`))
    expect(output).toMatch(/title +Broker/)
    expect(output).not.toMatch(/^bio/m)
    expect((await carte('cards', 'show', name, '--all')).output).toMatch(/^bio$/m)
    expect(await carte('cards', 'show', 'unknown')).toMatchObject({ code: 1, notes: 'Card not found.' })
  })

  test('disable and enable turn a card off and on; plan changes its plan', async () => {
    const name = await aCard()
    await carte('cards', 'disable', name)
    expect((await carte('cards', 'list', '--search', name)).output).toMatch(/FREE +off$/)
    await carte('cards', 'enable', name)
    expect(await carte('cards', 'plan', name, 'pro')).toMatchObject({ code: 0, output: `${name} is on PRO.` })
    expect((await carte('cards', 'list', '--search', name)).output).toMatch(/PRO +on$/)
  })

  test('remove needs --yes, then removes the card with its pictures', async () => {
    const name = await aCard()
    const { id } = await readCard(name)
    const file = join(folder, 'red.png')
    await writeFile(
      file,
      await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    expect(await carte('picture', 'set', name, 'profile', file)).toMatchObject({
      code: 0,
      output: `${name} has a new profile image, 30 × 20.`,
    })
    expect((await readCard(name)).pictures.profile).toMatchObject({ width: 30, height: 20 })

    expect((await carte('cards', 'remove', name)).notes).toContain('Add --yes to confirm')
    expect((await carte('cards', 'show', name)).code).toBe(0)
    expect(await carte('cards', 'remove', name, '--yes')).toMatchObject({ code: 0, output: `Removed: ${name}.` })
    expect((await carte('cards', 'show', name)).code).toBe(1)
    expect(await keysOf(createDiskStorage(folder), `${id}/`)).toEqual([])
  })
})

describe('picture set rejects', () => {
  test.each([
    ['portrait', 'x.png', 2, 'There is no image “portrait”.'],
    ['profil', 'x.png', 2, 'Did you mean profile?'],
    ['profile', 'missing.png', 1, 'cannot be read (ENOENT).'],
    ['profile', 'text.png', 1, 'We couldn’t read that image.'],
  ])('%s %s with an explanation', async (kind, file, code, answer) => {
    const name = await aCard()
    await writeFile(join(folder, 'text.png'), 'not a picture')
    const refused = await carte('picture', 'set', name, kind, join(folder, file))
    expect(refused).toMatchObject({ code, output: '' })
    expect(refused.notes).toContain(answer)
  })
})

test('NOTE-1 NOTE-2 notify reaches owners’ inboxes and devices, of one card or of all', async () => {
  const name = await aCard()
  expect((await carte('notify', 'Open house', 'See you on Sunday.', '--card', name)).output).toBe(
    'Added to the inbox of 1 card, and sent to 0 devices.',
  )
  expect((await carte('notify', 'New version', 'Opens faster.')).output).toMatch(
    /^Added to the inbox of \d+ cards, and sent to 0 devices\.$/,
  )
  expect((await carte('notify', 'x', 'y', '--card', 'unknown-here')).notes).toContain('Card not found')
  const { rows } = await database.db.execute(sql`select title, subject_id is null as "isToAll" from notice order by sent_at`)
  expect(rows).toEqual([
    { title: 'Open house', isToAll: false },
    { title: 'New version', isToAll: true },
  ])
})

describe('setup-link', () => {
  const isUsable = (link: string) =>
    checkSetupCode({ db: database.db, clock }, link).then(
      () => true,
      () => false,
    )

  test('ACCOUNT-6 prints a link for an hour, until there is an administrator', async () => {
    await aCard('--owner', 'first@example.com')
    await database.db.execute(sql`update account set is_operator = false`)
    const { output: older } = await carte('setup-link')
    const { code, output, notes } = await carte('setup-link')
    expect([code, output]).toEqual([0, expect.stringMatching(/^https:\/\/cards\.example\.com\/setup#[A-Z]{4}(-[A-Z]{4}){3}$/)])
    expect(notes).toMatch(/^Works once, until .*Z \(60 minutes\)\.$/)
    expect([await isUsable(older), await isUsable(output)]).toEqual([false, true])
    const inHour = new Date(current.now.getTime() + 60 * 60_000)
    const json = JSON.parse((await carte('setup-link', '--json')).output) as { address: string }
    expect(json).toMatchObject({ expiresAt: inHour.toISOString() })
    current.now = inHour
    expect(await isUsable(json.address)).toBe(false)
    current.now = new Date()

    const audited = await database.db.execute(sql`select actor from operator_act where act = 'setup-link'`)
    expect(audited.rows).toEqual([{ actor: 'command line' }, { actor: 'command line' }, { actor: 'command line' }])

    await carte('admin', 'first@example.com')
    const { code: failed, output: none, notes: why } = await carte('setup-link')
    expect([failed, none, why]).toEqual([1, '', 'This installation already has an administrator. admin EMAIL adds another.'])
    await carte('admin', 'first@example.com', '--remove')
  })

  test('notes in a terminal have the link as a code too, where phones can log in', async () => {
    const inTerminal = (publicUrl: string) =>
      runCommand(['setup-link'], { settings: { ...current.settings, publicUrl }, now: clock.now, hasColoredNotes: true })
    const { output, notes } = await inTerminal('https://cards.example.com')
    expect(stripVTControlCharacters(notes)).toContain(renderUnicodeCompact(output, { border: 2 }))
    expect((await inTerminal('http://localhost:3000')).notes).not.toMatch(/[█▀▄]/)
    expect((await carte('setup-link')).notes).not.toMatch(/[█▀▄]/)
  })
})

describe('status', () => {
  test('prints version, database without its password, counts and migrations', async () => {
    await aCard()
    const { output } = await carte('status')
    expect(output).toMatch(/Version +Carte 0\.1\.0/)
    expect(output).toMatch(/Servers +none running/)
    expect(output).toMatch(/Migrations +\d+ applied, newest \S+\.sql/)
    const facts = JSON.parse((await carte('status', '--json')).output)
    expect(facts).toMatchObject({ version: '0.1.0', dataDir: folder, counts: { demoCards: 0 }, servers: 0 })
    expect(facts.counts.cards).toBeGreaterThan(0)
  })

  test('counts running servers', async () => {
    await using _server = await openChanges(database, silentLog)
    expect((await carte('status')).output).toMatch(/Servers +1 running/)
  })
})

describe('help', () => {
  test('shows every command, and the page of one', async () => {
    expect((await carte('help')).output).toContain('cards create ALIAS')
    expect((await carte('help', 'backup')).output).toBe((await carte('backup', '--help')).output)
    expect(await carte('help', 'bakcup')).toMatchObject({ code: 2, notes: expect.stringContaining('Did you mean: backup?') })
  })
})

describe('cards import', () => {
  let tables = 0
  async function aTable(text: string) {
    const file = join(folder, `table-${++tables}.csv`)
    await writeFile(file, text)
    return file
  }
  const isThere = async (name: string) => (await carte('cards', 'show', name)).code === 0

  test('ACCOUNT-5 an import creates valid lines and reports others; --dry-run none', async () => {
    const file = await aTable('alias,fullName,plan\nfrom-file-1,Anna,PRO\nfrom-file-2,=Ella,GOLD\n')
    const dry = await carte('cards', 'import', file, '--dry-run')
    expect(dry.output).toBe('Would create 1 card from 2 lines; 1 is invalid.')
    expect(dry.notes).toContain('line 3, plan: Unknown plan.')
    expect(await isThere('from-file-1')).toBe(false)
    const report = join(folder, 'report.csv')
    expect((await carte('cards', 'import', file, '--report', report)).output).toBe('Created 1 card from 2 lines; 1 is invalid.')
    expect(await isThere('from-file-1')).toBe(true)
    expect(await readFile(report, 'utf8')).toContain('"3","plan"')
    expect((await carte('cards', 'import', file, '--report', report)).code).toBe(1)
  })

  test('with --all-or-nothing one invalid line stops the import', async () => {
    const file = await aTable('alias,fullName\nall-or-1,Anna\nadmin,Ella\n')
    expect(await carte('cards', 'import', file, '--all-or-nothing')).toMatchObject({ code: 1 })
    expect(await isThere('all-or-1')).toBe(false)
    const whole = await aTable('alias,fullName\nall-or-1,Anna\nall-or-2,Ella\n')
    expect((await carte('cards', 'import', whole, '--all-or-nothing', '--json')).output).toContain('"made": 2')
  })

  test('an unreadable line stops the import before any card is created', async () => {
    const file = await aTable('')
    await writeFile(file, Buffer.concat([Buffer.from('alias,fullName\nlatin-1,Anna\nlatin-2,Ren'), Buffer.from([0xe9])]))
    const { code, notes } = await carte('cards', 'import', file)
    expect([code, notes]).toEqual([1, expect.stringContaining('Line 3 isn’t UTF-8')])
    expect(await isThere('latin-1')).toBe(false)
    expect((await carte('cards', 'import', file, '--encoding', 'windows-1252')).output).toContain('Created 2 cards')
  })
})
