import { expect, test, vi } from 'vitest'
import { run } from './run.ts'

const forever = 'setInterval(() => {}, 1000)'
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a program past its limit is stopped with its children, in any process group', async () => {
  const starter = `
    const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['--eval', ${JSON.stringify(forever)}], { detached: true, stdio: 'inherit' })
    require('node:fs').writeSync(3, child.pid + '\\n')
    ${forever}`
  const started = Promise.withResolvers<number>()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const running = run(process.execPath, ['--eval', starter], { limitMs: 1_000, onLine: (pid) => started.resolve(Number(pid)) })
    const child = await started.promise
    expect(isAlive(child)).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(await running).toMatchObject({ isOverdue: true })
    expect(isAlive(child)).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('a program reports line by line while it runs', async () => {
  const lines: string[] = []
  const writer = `require('node:fs').writeSync(3, 'one\\u2028\\ntwo\\n'); console.log('done')`
  const result = await run(process.execPath, ['--eval', writer], { onLine: (line) => lines.push(line) })
  expect(lines).toEqual(['one\u2028', 'two'])
  expect(result).toEqual({ code: 0, output: 'done\n', isOverdue: false })
})

test('a missing program fails with its name', async () => {
  expect(await run('no-such-program', [])).toMatchObject({ code: 127, output: expect.stringContaining('no-such-program') })
})
