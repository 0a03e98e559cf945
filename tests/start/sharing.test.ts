import { hostname } from 'node:os'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

const start = async (dataDir: string) => run('server/main.ts', { DEMO: 'off', PORT: String(await freePort()), DATA_DIR: dataDir })

test('of three starts on one data folder one serves, and the others explain why not', async () => {
  await using folder = await aFolder()
  const programs = await Promise.all([1, 2, 3].map(() => start(folder.path)))
  const outcomes = await Promise.all(
    programs.map((program) => Promise.race([program.ended, program.waitForOutput('is ready at').then(() => 'ready')])),
  )
  expect(outcomes.toSorted()).toEqual([1, 1, 'ready'])
  const serving = programs[outcomes.indexOf('ready')]
  const refused = programs.filter((program) => program !== serving).map((program) => program.errorOutput())
  const inWords = expect.stringMatching(/^Carte is already running on .+\n$/)
  expect(refused).toEqual([inWords, inWords])

  serving?.send('SIGTERM')
  expect(await serving?.ended).toBe(0)
})

test('a folder that another machine uses fails with that machine’s name', async () => {
  await using folder = await aFolder()
  const signature = join(folder.path, 'in-use-by')
  await writeFile(signature, `not-${hostname()}`)
  const signing = setInterval(() => void utimes(signature, new Date(), new Date()), 100)
  await using program = await start(folder.path)
  expect(await program.ended).toBe(1)
  clearInterval(signing)
  expect(program.errorOutput()).toBe(
    `Carte is already running on ${folder.path}, on not-${hostname()}. Stop it first, or choose another DATA_DIR.\n`,
  )
})
