import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { releases } from './tables.ts'
import { compareVersions } from './version-policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await anApp()
  const row = (version: string, date: string) => ({
    versionType: 'Production',
    version,
    date,
    versionHistory: `What ${version} brought`,
    updates: ['A better code'],
  })
  await app.needs.db.insert(releases).values([row('1.9.0', '2026-01-01'), row('1.10.0', '2026-02-01'), row('2.0.0-beta.1', '2026-03-01')])
})
afterAll(() => app[Symbol.asyncDispose]())

const latest = (version: string, type = 'Production') => app.ask(`/remote/api/public/latest-version-history/${type}/${version}`)

describe('releases.latest', () => {
  test('API-1 VER-1 gives the newest after the one named, by number and not by letter', async () => {
    expect(await (await latest('1.9.0')).json()).toMatchObject({
      version: '2.0.0-beta.1',
      versionNumber: '2.0.0-beta.1',
      updates: ['A better code'],
    })
  })

  test('who has the newest, or another kind, is told that there is none', async () => {
    expect((await latest('2.0.0')).status).toBe(404)
    expect((await latest('1.0.0', 'Nightly')).status).toBe(404)
    expect((await latest('not-a-version')).status).toBe(404)
  })
})

test('VER-1 versions stand in the order people count in', () => {
  const sorted = ['1.10.0', '1.9.0', '2.0.0', '2.0.0-beta.10', '2.0.0-beta.2'].toSorted(compareVersions)
  expect(sorted).toEqual(['1.9.0', '1.10.0', '2.0.0-beta.2', '2.0.0-beta.10', '2.0.0'])
})
