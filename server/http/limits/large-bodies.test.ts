import { expect, test } from 'vitest'
import type { Caller } from '../calls/mount.ts'
import { limitLargeBodies } from './large-bodies.ts'

const bytesMax = 20_000_000
const sized = (bytes?: number) =>
  new Request('http://localhost', { method: 'POST', headers: bytes === undefined ? {} : { 'content-length': String(bytes) } })
const large = { request: sized(bytesMax), bytesMax }
const ownerOf = (accountId: string): Caller => ({ kind: 'owner', accountId, sessionId: accountId, subjectIds: [], isAdmin: false })

function aReader() {
  const done = Promise.withResolvers<void>()
  const reader = { isStarted: false, end: () => done.resolve(), read }
  function read() {
    reader.isStarted = true
    return done.promise
  }
  return reader
}

test('one large body per account is read at a time; small ones are not limited', async () => {
  const limited = limitLargeBodies(4)
  const first = aReader()
  const reading = limited(ownerOf('ann'), large, first.read)
  await expect(limited(ownerOf('ann'), large, aReader().read)).rejects.toMatchObject({ problem: { status: 429 } })
  await expect(limited(ownerOf('ann'), { request: sized(), bytesMax }, aReader().read)).rejects.toMatchObject({ problem: { status: 429 } })
  for (const small of [
    { request: sized(1000), bytesMax },
    { request: sized(), bytesMax: 1000 },
  ])
    expect(await limited(ownerOf('ann'), small, async () => 'read')).toBe('read')
  first.end()
  await reading
  expect(await limited(ownerOf('ann'), large, async () => 'read')).toBe('read')
})

test('a server reads a limited number at once, and refuses more until one has ended', async () => {
  const limited = limitLargeBodies(2)
  const [ann, bob] = [aReader(), aReader()]
  const failed = limited(ownerOf('ann'), large, async () => {
    await ann.read()
    throw new Error('refused')
  })
  const other = limited(ownerOf('bob'), large, bob.read)
  await expect(limited(ownerOf('cid'), large, aReader().read)).rejects.toMatchObject({ problem: { status: 429 } })
  ann.end()
  await expect(failed).rejects.toThrow('refused')
  expect(await limited(ownerOf('cid'), large, async () => 'read')).toBe('read')
  bob.end()
  await other
})
