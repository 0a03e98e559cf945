import { expect, test } from 'vitest'
import { readInstallation, writeInstallation } from '#server/database/installation.ts'
import { anApp } from '../../tests/harness/app.ts'
import { openSecret, sealSecret } from './seal-secret.ts'

test('a running server seals and opens with the key that a restore brought', async () => {
  await using app = await anApp()
  const { db, clock } = app.deps
  const restored = await sealSecret(db, 'restored', 'row', clock.now())
  const restoredKey = await readInstallation(db, 'seal')
  await writeInstallation(db, 'seal', Buffer.alloc(32).toString('base64'), clock.now())
  const replaced = await sealSecret(db, 'replaced', 'row', clock.now())
  await writeInstallation(db, 'seal', restoredKey, clock.now())
  expect(await openSecret(db, restored, 'row', clock.now())).toBe('restored')
  await expect(openSecret(db, replaced, 'row', clock.now())).rejects.toThrow('unable to authenticate')
})
