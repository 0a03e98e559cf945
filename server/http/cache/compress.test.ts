import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

test.each([
  ['first', 4000],
  ['first', 20],
  ['best', 4000],
] as const)('with %s effort, %i bytes retain no more memory than their own', async (effort, length) => {
  const { br, gzip, identity } = await compress(Buffer.from(randomBytes(length / 2).toString('hex')), effort)
  for (const bytes of [br, gzip, identity]) expect(bytes.buffer.byteLength).toBe(bytes.length)
})
