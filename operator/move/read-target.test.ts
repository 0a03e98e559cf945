import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { describeStorage } from '#server/outside/storage.ts'
import { describeDatabase } from './places.ts'
import { readTarget } from './read-target.ts'

let folder: string
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'carte-target-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

const here = readSettings({ DATA_DIR: '/srv/carte/data', DATABASE_URL: 'postgres://here/carte' })

async function read(text: string) {
  const file = join(folder, 'target.env')
  await writeFile(file, text, { mode: 0o600 })
  return readTarget(file, here)
}

describe('the file of a new place', () => {
  test('says it as the environment would, and keeps the data folder where it names none', async () => {
    const text = `# up\nexport DATABASE_URL="postgres://u:p%40@db.example.com:5433/carte?sslmode=require"\n\nPORT=4000\n`
    const { settings, isOpenToOthers } = await read(text)
    expect(settings).toMatchObject({
      databaseUrl: 'postgres://u:p%40@db.example.com:5433/carte?sslmode=require',
      dataDir: '/srv/carte/data',
      port: 4000,
    })
    expect(isOpenToOthers).toBe(false)
  })

  test('leads back to an embedded database by naming its folder alone', async () => {
    const { settings } = await read('DATA_DIR=/mnt/carte\n')
    expect([settings.databaseUrl, settings.storage, settings.dataDir]).toEqual([null, 'disk', '/mnt/carte'])
  })

  test('is told apart where others can read it', async () => {
    await read('DATA_DIR=/mnt/carte')
    await chmod(join(folder, 'target.env'), 0o644)
    expect((await readTarget(join(folder, 'target.env'), here)).isOpenToOthers).toBe(true)
  })

  test.each([
    ['a line that sets nothing', 'PORT=1\nDATABASE_URL postgres://db/carte', /target\.env: line 2 is not NAME=value\./],
    ['a database that is none of ours', 'DATABASE_URL=mysql://db/carte', /target\.env: DATABASE_URL must be/],
    ['half a bucket', 'STORAGE=s3\nDATABASE_URL=postgres://db/carte', /target\.env: .*STORAGE_/],
    [
      'a setting nobody knows',
      'DATABASE_URI=postgres://db/carte',
      /target\.env: DATABASE_URI is not a setting\. Did you mean DATABASE_URL/,
    ],
  ])('is refused with its name for %s', async (_, text, words) => {
    await expect(read(text)).rejects.toThrow(words)
  })

  test('is refused where it is not there, or is a folder', async () => {
    await expect(readTarget(join(folder, 'none'), here)).rejects.toThrow('there is no such file')
    await expect(readTarget(folder, here)).rejects.toThrow('it is a folder')
  })
})

test('a place is described without user or password', async () => {
  const { settings } = await read(
    `DATABASE_URL=postgres://u:p%40@db.example.com:5433/carte?sslmode=require\nSTORAGE=s3\nSTORAGE_URL=https://s3.example.com\nSTORAGE_BUCKET=cards\nSTORAGE_PREFIX=a\nSTORAGE_KEY_ID=KEY\nSTORAGE_SECRET=HUSH-HUSH`,
  )
  expect(describeDatabase(settings)).toBe('the PostgreSQL at db.example.com:5433/carte')
  expect(describeStorage(settings)).toBe('the bucket cards/a/ at s3.example.com')
})
