import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '#server/integrations/silent-log.ts'
import { isOwnChallenge, newChallenge, renewPasskeySecret } from './passkey-challenge.ts'

test('a challenge stays valid once after the secret is renewed, until it expires', async () => {
  await using postgres = await aDatabase()
  await using database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, silentLog)
  let offsetMs = 0
  const clock = { now: () => new Date(Date.now() + offsetMs) }
  const deps = { db: database.db, clock, settings: readSettings({}) }
  const begin = async () => {
    const { challenge, cookie } = await newChallenge(deps)
    const request = new Request('http://localhost/', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    return () => isOwnChallenge(deps, request, challenge.toString('base64url'))
  }
  const [before, unused] = [await begin(), await begin()]
  await renewPasskeySecret(deps)
  expect(await before()).toBe(true)
  expect(await before()).toBe(false)
  expect(await (await begin())()).toBe(true)
  await renewPasskeySecret(deps)
  expect(await unused()).toBe(false)
  offsetMs = 300_001
  expect(await (await begin())()).toBe(true)
})
