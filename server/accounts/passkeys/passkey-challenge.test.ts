import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/database.ts'
import { readSettings } from '#server/settings.ts'
import { aDatabase } from '../../../tests/harness/database.ts'
import { silentLog } from '../../../tests/harness/silent-log.ts'
import { isOwnChallenge, newChallenge, renewPasskeySecret } from './passkey-challenge.ts'

test('whoever is signing in while the key is exchanged ends it with the one before, for as long as it takes and no longer', async () => {
  await using postgres = await aDatabase()
  await using database = await openDatabase({ databaseUrl: postgres.url, dataDir: '' }, silentLog)
  const later = { ms: 0 }
  const clock = { now: () => new Date(Date.now() + later.ms) }
  const needs = { db: database.db, clock, settings: readSettings({}) }
  const begin = async () => {
    const { challenge, cookie } = await newChallenge(needs)
    const request = new Request('http://localhost/', { headers: { cookie: cookie.split(';')[0] ?? '' } })
    return () => isOwnChallenge(needs, request, challenge.toString('base64url'))
  }
  const [before, tooLate] = [await begin(), await begin()]
  await renewPasskeySecret(needs)
  expect(await before()).toBe(true)
  expect(await before()).toBe(false)
  expect(await (await begin())()).toBe(true)
  await renewPasskeySecret(needs)
  expect(await tooLate()).toBe(false)
  later.ms = 300_001
  expect(await (await begin())()).toBe(true)
})
