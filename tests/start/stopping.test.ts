import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { freePort } from '../harness/site.ts'
import { aFolder, run } from './program.ts'

test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes requests in flight, accepts no new ones, and leaves no process', async (signal) => {
  await using folder = await aFolder()
  const port = await freePort()
  await using program = run('server/main.ts', { DEMO: 'off', PORT: String(port), DATA_DIR: folder.path })
  await program.waitForOutput('is ready at')

  const slow = connect(port, '127.0.0.1').setEncoding('utf8')
  await once(slow, 'connect')
  const closed = once(slow, 'close')
  let answer = ''
  slow.on('data', (text: string) => (answer += text))
  const body = '{"half":"and the rest"}'
  slow.write(
    `POST /remote/api/public/track HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  slow.write(body.slice(0, 5))
  await fetch(`http://127.0.0.1:${port}/healthz`)

  program.send(signal)
  await eventually(async () => expect(await answers(port)).toBe(false))
  expect(answer).toBe('')
  slow.write(body.slice(5))
  await closed

  expect(answer).toMatch(/^HTTP\/1\.1 422 /)
  expect(await program.ended).toBe(0)
  expect(existsSync(join(folder.path, 'pg18/postmaster.pid'))).toBe(false)
})

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.unref()
  })
}
