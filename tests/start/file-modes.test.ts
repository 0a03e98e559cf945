import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

/** What somebody else on this machine could read, below a folder. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    // What a program at work has just removed is nobody's.
    const found = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o077) !== 0
  })
}

test('nobody else on the machine can read what the program keeps, wherever it is kept and however it was started', async () => {
  await using folder = await aFolder()
  // As an operator makes it: `mkdir data`, or a volume of a container.
  chmodSync(folder.path, 0o755)
  const port = await freePort()
  const environment = { DEMO: 'on', PORT: String(port), DATA_DIR: folder.path, LOG_LEVEL: 'warn' }
  await using program = run('server/main.ts', environment, { before: ['sh', '-c', 'umask 000; exec "$@"', 'sh'] })
  await program.writes('is ready at')
  await using mailed = run('cli/main.ts', environment, {
    after: ['backup', join(folder.path, 'own.tar')],
    before: ['sh', '-c', 'umask 000; exec "$@"', 'sh'],
  })
  expect(await mailed.ended, mailed.complaints()).toBe(0)

  const kept = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
  expect(kept.length).toBeGreaterThan(100)
  expect(openToOthers(folder.path)).toEqual([])
})
