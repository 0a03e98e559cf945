import { expect, test } from 'vitest'
import { theApp } from '../../tests/harness/app.ts'
import { readOrCreate } from './installation.ts'

const { deps } = await theApp()

test('a text that looks like a number stays a text', async () => {
  await deps.db.execute(`delete from installation where name = 'backup-name'`)
  expect(await readOrCreate(deps.db, 'backup-name', async () => '12e45678', new Date())).toBe('12e45678')
})
