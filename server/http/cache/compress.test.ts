import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

test.each([
  ['page', 4000],
  ['page', 20],
  ['file', 4000],
] as const)('a compressed %s of %i bytes retains no more memory than its own', async (what, length) => {
  const { br, gzip, identity } = await compress(Buffer.from(randomBytes(length / 2).toString('hex')), what)
  for (const bytes of [br, gzip, identity]) expect(bytes.buffer.byteLength).toBe(bytes.length)
})
