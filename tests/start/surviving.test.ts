import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { residentsOf } from '#server/database/embedded/find-survivor.ts'
import { send } from '#server/database/embedded/process-signals.ts'
import { patienceMs } from '../harness/patience.ts'
import { aFolder, run, type Program } from './program.ts'

const writeNotes = (dataDir: string, environment: NodeJS.ProcessEnv = {}) =>
  run('tests/start/write-notes.ts', { DATA_DIR: dataDir, ...environment })
const lastSaved = (program: Program) =>
  Number(
    program
      .output()
      .match(/saved (\d+)\n/g)
      ?.at(-1)
      ?.match(/\d+/)?.[0] ?? 0,
  )
const postmasterOf = async (dataDir: string) => Number((await readFile(join(dataDir, 'pg18/postmaster.pid'), 'utf8')).split('\n')[0])

/** The notes that the next start finds. */
async function notesIn(dataDir: string): Promise<{ count: number; last: number }> {
  await using program = writeNotes(dataDir)
  await program.waitForOutput('found ')
  return JSON.parse(/found (.+)\n/.exec(program.output())?.[1] ?? '{}')
}

test('acknowledged writes survive kill -9 of the program', async () => {
  await using folder = await aFolder()
  await using program = writeNotes(folder.path)
  await program.waitForOutput('saved 5')
  program.send('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')
  expect((await notesIn(folder.path)).last).toBeGreaterThanOrEqual(lastSaved(program))
})

test('acknowledged writes survive kill -9 of the program and its database', async () => {
  await using folder = await aFolder()
  await using program = writeNotes(folder.path)
  await program.waitForOutput('saved 5')
  program.send('SIGKILL')
  for (const pid of residentsOf(join(folder.path, 'pg18')) ?? [await postmasterOf(folder.path)]) send(pid, 'SIGKILL')
  await program.ended
  expect((await notesIn(folder.path)).last).toBeGreaterThanOrEqual(lastSaved(program))
})

test.runIf(process.platform === 'linux')('a database that outlives its program is adopted by the next one', async () => {
  await using folder = await aFolder()
  await using program = writeNotes(folder.path, { PATH: await pathWithoutSetpriv(folder.path) })
  await program.waitForOutput('saved 5')
  const postmaster = await postmasterOf(folder.path)
  program.send('SIGKILL')
  await program.ended

  await using heir = writeNotes(folder.path)
  await heir.waitForOutput(`saved ${lastSaved(program) + 1}`)
  expect(await postmasterOf(folder.path)).toBe(postmaster)
  heir.send('SIGTERM')
  await heir.ended
  expect(existsSync(join(folder.path, 'pg18/postmaster.pid'))).toBe(false)
})

/** Without setpriv the database is not stopped when its program is killed, as on macOS. */
async function pathWithoutSetpriv(folder: string): Promise<string> {
  const path = join(folder, 'bin')
  await mkdir(path)
  for (const name of ['unshare', 'id', 'true']) await symlink(`/usr/bin/${name}`, join(path, name))
  return path
}

test('a database that crashes is restarted, and the program continues', async () => {
  await using folder = await aFolder()
  await using program = writeNotes(folder.path)
  await program.waitForOutput('saved 5')
  send(await postmasterOf(folder.path), 'SIGKILL')
  // Connections outlive the server for a moment, so wait until its exit was logged.
  await expect.poll(() => program.errorOutput(), { timeout: 20_000 }).toContain('database-exited')
  await program.waitForOutput(`saved ${lastSaved(program) + 20}`)
  program.send('SIGTERM')
  expect(await program.ended).toBe(0)
  expect((await notesIn(folder.path)).last).toBeGreaterThanOrEqual(lastSaved(program))
})

test('a start killed during initdb does not break the next one', async () => {
  await using folder = await aFolder()
  await using killed = writeNotes(folder.path)
  const endsMs = performance.now() + patienceMs
  while (!readdirSync(folder.path).some((name) => name.startsWith('pg18.init-'))) {
    if (performance.now() > endsMs) throw new Error(`initdb did not begin:\n${killed.output()}${killed.errorOutput()}`)
    await new Promise(setImmediate)
  }
  killed.send('SIGKILL')
  await killed.ended
  expect((await notesIn(folder.path)).count).toBe(0)
  expect(readdirSync(folder.path).filter((name) => name.startsWith('pg18.init-'))).toEqual([])
})

test('a lock file with a reused pid prevents no start, and no note is lost', async () => {
  await using folder = await aFolder()
  await using program = writeNotes(folder.path)
  await program.waitForOutput('saved 5')
  program.send('SIGTERM')
  await program.ended
  await writeFile(join(folder.path, 'pg18/postmaster.pid'), `${process.pid}\n${join(folder.path, 'pg18')}\n`)
  expect((await notesIn(folder.path)).last).toBe(lastSaved(program))
})
