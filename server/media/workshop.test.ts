import { expect, test } from 'vitest'
import { workshop } from './workshop.ts'

const megabytes = (count: number) => count * 1024 * 1024

test('who waits is bounded by bytes too; beyond, one is told when to come back, and what is done makes room', async () => {
  let finish = () => {}
  const done = new Promise<void>((resolve) => (finish = resolve))
  const held = [1, 2, 3, 4].map(() => workshop.run(() => done, megabytes(64)))

  await expect(workshop.run(async () => 'one more', 1)).rejects.toMatchObject({ problem: { status: 503 }, retryAfterSeconds: 2 })
  finish()
  await Promise.all(held)
  expect(await workshop.run(async () => 'room again', megabytes(256))).toBe('room again')
})

test('work that fails gives back its room', async () => {
  const fail = async () => {
    throw new Error('torn')
  }
  for (let time = 0; time < 3; time++) await expect(workshop.run(fail, megabytes(200))).rejects.toThrow('torn')
})
