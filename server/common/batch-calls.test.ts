import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

test('calls made during a write are batched, and each fails only by its own error', async () => {
  const written: (readonly number[])[] = []
  const call = batchCalls(async (items: readonly number[]) => {
    written.push(items)
    await Promise.resolve()
    if (items.includes(2)) throw new Error('refused')
  })
  const first = call(1)
  await Promise.resolve()
  await Promise.resolve()
  const [second, third] = [call(2), call(3)]
  await first
  await expect(second).rejects.toThrow('refused')
  await expect(third).rejects.toThrow('refused')
  await call(4)
  expect(written).toEqual([[1], [2, 3], [4]])
})
