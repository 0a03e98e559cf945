import { expect, test } from 'vitest'
import type { PublishChange } from '#server/database/changes/changes.ts'
import { theApp } from '../../../tests/harness/app.ts'
import { statementsOf } from '../../../tests/harness/statements.ts'
import { cacheInstallation } from './read-installation.ts'

const app = await theApp()

test('the documents are read once a minute, and again after a change', async () => {
  let now = 0
  let announce: PublishChange = () => {}
  const on = (listener: PublishChange) => {
    announce = listener
    return () => {}
  }
  const cached = cacheInstallation({ db: app.deps.db, changes: { on } }, () => now)
  const countReads = async () => {
    const read = () => Promise.all([cached.readHomepageDefaults(), cached.readApplicationSettings()])
    const statements = await statementsOf(read, app.settings.databaseUrl)
    return statements.filter(({ text }) => text.includes('"installation"')).length
  }
  expect([await countReads(), await countReads()]).toEqual([2, 0])
  announce('card:018f0000-0000-7000-8000-000000000000')
  expect(await countReads()).toBe(0)
  announce('everything')
  expect(await countReads()).toBe(2)
  now = 60_001
  expect(await countReads()).toBe(2)
})

test('a failed read is repeated', async () => {
  let isLost = true
  const db = new Proxy(app.deps.db, {
    get(target, name) {
      if (isLost) throw new Error('lost')
      return Reflect.get(target, name)
    },
  })
  const cached = cacheInstallation({ db, changes: { on: () => () => {} } })
  await expect(cached.readHomepageDefaults()).rejects.toThrow('lost')
  isLost = false
  expect(await cached.readHomepageDefaults()).toHaveLength(7)
})
