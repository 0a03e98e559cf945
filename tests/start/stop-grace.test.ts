import { expect, test } from 'vitest'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

test('with STOP_GRACE_SECONDS it fails readiness and serves on before it stops', async () => {
  await using folder = await aFolder()
  const port = await freePort()
  await using program = run('server/main.ts', { DEMO: 'off', PORT: String(port), DATA_DIR: folder.path, STOP_GRACE_SECONDS: '20' })
  await program.waitForOutput('is ready at')
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, await answer.text()]
  }
  expect(await ask('/readyz')).toEqual([200, 'ready\n'])

  program.send('SIGTERM')
  await expect.poll(() => ask('/readyz'), { interval: 20 }).toEqual([503, 'stopping\n'])
  expect(await ask('/healthz')).toEqual([200, 'alive\n'])
  expect(await ask('/remote/api/public/e-card-settings')).toMatchObject([200, expect.anything()])
  expect(await program.ended).toBe(0)
})
