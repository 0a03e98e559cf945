import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proposeFolder } from './propose-folder.ts'

test('backups are proposed beside the data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'carte-propose-'))
  try {
    await mkdir(join(folder, 'data'))
    expect(await proposeFolder(join(folder, 'data'))).toBe(join(folder, 'carte-backups'))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('backups of a data folder in the root folder are proposed in it, even if the server runs as root', async () => {
  expect(await proposeFolder('/data')).toBe('/data/carte-backups')
})
