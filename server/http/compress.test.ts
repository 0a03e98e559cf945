import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { compress } from './compress.ts'

test.each(['page', 'file'] as const)('a compressed %s holds no more memory than its bytes', async (what) => {
  const body = Buffer.from(randomBytes(2000).toString('hex').repeat(2))
  const { br, gzip } = await compress(body, what)
  for (const bytes of [br, gzip]) expect(bytes.buffer.byteLength).toBe(bytes.length)
})
