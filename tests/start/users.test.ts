import { spawnSync } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

const as = (uid: number) => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
const unprivilegedId = 65_534
const stranger = 54_321
const main = new URL('../../server/main.ts', import.meta.url).pathname
// Only root can switch users, and only if the project's folder is readable by others.
const canBecome =
  process.getuid?.() === 0 && spawnSync(as(unprivilegedId)[0] ?? '', [...as(unprivilegedId).slice(1), 'test', '-r', main]).status === 0

describe.runIf(canBecome)('it starts as', () => {
  test.each([
    ['an ordinary user', unprivilegedId],
    ['a user without a passwd entry', stranger],
  ])('%s, in a folder with a long non-ASCII name', async (_, uid) => {
    await using folder = await aFolder()
    await chown(folder.path, uid, uid)
    const long = join(folder.path, 'Données de la maison', 'x'.repeat(120))
    await mkdir(long, { recursive: true })
    for (const path of [join(long, '..'), long]) await chown(path, uid, uid)

    await using program = run('server/main.ts', { DEMO: 'off', PORT: String(await freePort()), DATA_DIR: long }, { before: as(uid) })
    await program.waitForOutput('is ready at')
    program.send('SIGTERM')
    expect(await program.ended).toBe(0)
  })
})
