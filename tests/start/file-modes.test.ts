import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

/** Files below a folder that other users of the machine could read. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // The running program may have removed the file just now.
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}

test('all files of the program are private to its user', async () => {
  await using folder = await aFolder()
  // As an administrator creates it: `mkdir data`, or a container volume.
  chmodSync(folder.path, 0o755)
  const port = await freePort()
  const environment = { DEMO: 'on', PORT: String(port), DATA_DIR: folder.path, LOG_LEVEL: 'warn' }
  await using program = run('server/main.ts', environment, { before: ['sh', '-c', 'umask 000; exec "$@"', 'sh'] })
  await program.waitForOutput('is ready at')
  await using mailed = run('cli/main.ts', environment, {
    after: ['backup', join(folder.path, 'own.tar')],
    before: ['sh', '-c', 'umask 000; exec "$@"', 'sh'],
  })
  expect(await mailed.ended, mailed.errorOutput()).toBe(0)

  const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(100)
  expect(openToOthers(folder.path)).toEqual([])
})
