import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChanges } from '#server/database/changes/changes.ts'
import { openDatabase } from '#server/database/database.ts'
import { visitEmbedded } from '#server/database/embedded/supervise.ts'
import { aDatabase } from '../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'

const timeoutMs = 60_000

let dataDir: string
beforeAll(async () => (dataDir = await mkdtemp(join(tmpdir(), 'carte-command-'))))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** Runs the command in its own process. */
async function carte(words: string[], environment: NodeJS.ProcessEnv = { DATA_DIR: dataDir }) {
  const child = spawn(process.execPath, ['cli/main.ts', ...words], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const [output, notes, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { output, notes, code: Number(code) }
}

describe('without a server', () => {
  test(
    'it creates, starts and stops the embedded database, and its data persists',
    async () => {
      const made = await carte(['cards', 'create', 'anna', '--name', 'Anna Lind'])
      expect(made).toEqual({ code: 0, notes: '', output: 'Created: http://localhost:3000/anna/home\n' })
      expect(await visitEmbedded(dataDir)).toBeNull()

      expect((await carte(['cards', 'list', '--json'])).output).toContain('"alias": "anna"')

      const { code, notes } = await carte(['admin', 'ada@example.com'])
      expect([code, notes.split('\n')]).toEqual([
        1,
        [
          expect.stringMatching(/^There is no account with the email ada@example\.com\./),
          expect.stringContaining(`No server is running with DATA_DIR ${dataDir}.`),
          '',
        ],
      ])
    },
    timeoutMs,
  )
})

describe('beside a running server', () => {
  test(
    'it shares the server’s embedded database, notifies it and leaves it running',
    async () => {
      await using database = await openDatabase({ databaseUrl: null, dataDir }, silentLog)
      await using changes = await openChanges(database, silentLog)
      const received = new Promise((resolve) => changes.on(resolve))

      expect((await carte(['status'])).output).toMatch(/Servers +1 running/)
      expect(await carte(['cards', 'create', 'erik', '--name', 'Erik Berg'])).toMatchObject({ code: 0, notes: '' })
      expect((await carte(['admin', 'ada@example.com'])).notes).toMatch(/^There is no account .*\n$/)
      expect(await received).toMatch(/^card:/)
      expect((await database.pool.query('select count(*)::int as cards from subject where alias = $1', ['erik'])).rows).toEqual([
        { cards: 1 },
      ])
    },
    timeoutMs,
  )
})

test(
  'ACCOUNT-5 an installation moves to PostgreSQL and back',
  async () => {
    await using made = await aDatabase()
    await using folder = await temporaryFolder()
    const [there, back] = [join(folder.path, 'there.backup'), join(folder.path, 'back.backup')]
    const postgres = { DATABASE_URL: made.url, DATA_DIR: join(folder.path, 'shared') }
    const fresh = { DATA_DIR: join(folder.path, 'fresh') }
    await carte(['cards', 'create', 'zoë-is-refused', '--name', 'Zoë'])
    await carte(['cards', 'create', 'zoe', '--name', 'Zoë \\ "Ξ" 馬', '--plan', 'TRIAL', '--owner', 'zoe@example.com'])
    const before = (await carte(['cards', 'show', 'zoe', '--json'])).output

    expect(await carte(['backup', there])).toMatchObject({ code: 0 })
    expect(await carte(['restore', there], postgres)).toMatchObject({ code: 0, notes: '' })
    expect((await carte(['cards', 'show', 'zoe', '--json'], postgres)).output).toBe(before)

    expect(await carte(['backup', back], postgres)).toMatchObject({ code: 0 })
    expect(await carte(['restore', back], fresh)).toMatchObject({ code: 0, notes: '' })
    expect((await carte(['cards', 'show', 'zoe', '--json'], fresh)).output).toBe(before)
  },
  timeoutMs,
)

describe('a failure is one line and an exit code', () => {
  test.each([
    [['cards', 'lst'], {}, 2, 'There is no command “cards lst”. Did you mean: cards list?\n'],
    [['status'], { DATA_DRI: '/tmp' }, 1, /^DATA_DRI is not a setting.* Did you mean DATA_DIR\?\n$/],
    [
      ['status'],
      { DATABASE_URL: 'postgres://unknown@127.0.0.1:1/none' },
      1,
      /^The PostgreSQL at DATABASE_URL cannot be reached \(ECONNREFUSED\).*\n$/,
    ],
    [['cards', 'create', 'anna', '--name', 'Anna'], { DATA_DIR: '/dev/null/data' }, 1, /^DATA_DIR \/dev\/null\/data .*\n$/],
    [['status'], { DATA_DIR: '/tmp/nothing-here' }, 1, /^DATA_DIR \/tmp\/nothing-here has no database\. .*\n$/],
  ])('%j with %j', async (words, environment, code, answer) => {
    const refused = await carte(words, environment)
    expect(refused).toMatchObject({ code, output: '' })
    expect(refused.notes).toMatch(answer)
  })

  test('a reader that closes the output early causes no error', async () => {
    const child = spawn(process.execPath, ['cli/main.ts', 'help'], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const [notes, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([notes, code]).toEqual(['', 0])
  })
})

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'carte-moving-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
