import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Change } from '#server/database/changes/changes.ts'
import { createAnswerCache, type Answer } from '#server/http/cache/answer-cache.ts'
import { isCacheEntry } from '#server/http/cache/cached-response.ts'
import { eventually } from '../harness/eventually.ts'

const card: Change = 'card:1'
const answerOf = (words: string, ...dependsOn: Change[]) => ({
  answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(words) } satisfies Answer,
  dependsOn: new Set(dependsOn),
})
const wordsOf = (entry: ReturnType<ReturnType<typeof createAnswerCache>['get']>) => entry?.bodies.identity.toString()

describe('cached answers', () => {
  test('are made once for all concurrent requests', async () => {
    const cache = createAnswerCache()
    let made = 0
    const ask = () =>
      cache.make('/a', async () => {
        made++
        return answerOf('hello', card)
      })
    await Promise.all([ask(), ask(), ask()])

    expect([made, wordsOf(cache.get('/a'))]).toEqual([1, 'hello'])
  })

  test('that are short are not compressed', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => answerOf('hello', card))
    expect(cache.get('/a')?.headers.br).not.toContain('content-encoding')
    await cache.make('/b', async () => answerOf('hello'.repeat(200), card))
    expect(cache.get('/b')?.headers.br).toContain('content-encoding')
  })

  test('are compressed better once they are requested again', async () => {
    const cache = createAnswerCache()
    const words = Array.from({ length: 3000 }, (_, nth) =>
      createHash('md5')
        .update(String(nth % 700))
        .digest('hex')
        .slice(0, 7),
    ).join(' ')
    await cache.make('/a', async () => answerOf(words, card))
    const first = cache.get('/a')
    await eventually(() => expect(cache.get('/a')?.bodies.br.length).toBeLessThan(first?.bodies.br.length ?? 0))
    const better = cache.get('/a')
    expect(brotliDecompressSync(better?.bodies.br ?? Buffer.alloc(0)).toString()).toBe(words)
    expect(better?.headers.br).toContain(String(better?.bodies.br.length))
    expect(cache.size()).toEqual({ answers: 1, bytes: better?.bytes })
  })

  test('retain no more memory than their bodies', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => answerOf('hello', card))
    const bodies = Object.values(cache.get('/a')?.bodies ?? {})
    expect(bodies.map((body) => body.buffer.byteLength)).toEqual(bodies.map((body) => body.length))
    expect(bodies).toHaveLength(3)
  })

  test('are dropped only when a dependency changes', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => answerOf('hello', card))
    cache.invalidate('card:2')
    expect(wordsOf(cache.get('/a'))).toBe('hello')
    cache.invalidate(card)
    expect(cache.get('/a')).toBeUndefined()
  })

  test('are all dropped when changes may have been missed', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => answerOf('hello', card))
    cache.invalidate('everything')
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 })
  })

  test('are not cached if they were begun before the change', async () => {
    const cache = createAnswerCache()
    const read = Promise.withResolvers<void>()
    const old = cache.make('/a', async () => {
      await read.promise
      return answerOf('old', card)
    })
    cache.invalidate(card)
    const fresh = cache.make('/a', async () => answerOf('new', card))
    read.resolve()
    await Promise.all([old, fresh])

    expect(wordsOf(cache.get('/a'))).toBe('new')
  })

  test('are made once during unrelated edits, and again after an edit of their card', async () => {
    const cache = createAnswerCache()
    let made = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ask = () =>
      cache.make('/a', async () => {
        const nth = ++made
        await gates[nth - 1]?.promise
        return answerOf(`made ${nth}`, card)
      })
    const textOf = async (pending: ReturnType<typeof ask>) => {
      const answer = await pending
      return 'bodies' in answer ? wordsOf(answer) : null
    }
    const before = textOf(ask())
    cache.invalidate('card:2')
    const between = textOf(ask())
    gates[0]?.resolve()
    expect([await before, await between, made]).toEqual(['made 1', 'made 1', 1])

    cache.invalidate(card)
    const old = ask()
    cache.invalidate(card)
    const after = textOf(ask())
    gates[1]?.resolve()
    await old
    expect([await after, made]).toEqual(['made 3', 3])
  })

  test('without dependencies are not shared after any change', async () => {
    const cache = createAnswerCache()
    const gate = Promise.withResolvers<void>()
    const anonymous = cache.make('/a', async () => gate.promise.then(() => answerOf('not found')))
    cache.invalidate(card)
    const signedIn = cache.make('/a', async () => answerOf('hello', card))
    gate.resolve()
    await Promise.all([anonymous, signedIn])
    expect(wordsOf(cache.get('/a'))).toBe('hello')
  })

  test('store changes only while an older answer is in flight, up to a limit', async () => {
    const cache = createAnswerCache()
    const open = Array.from({ length: 500 }, () => Promise.withResolvers<void>())
    const making: Promise<unknown>[] = []
    let most = 0
    // An answer is always in flight while other cards are edited.
    for (const [nth, { promise }] of open.entries()) {
      making.push(cache.make(`/${nth}`, async () => promise.then(() => answerOf('x', `card:${nth}`))))
      cache.invalidate(`card:edited-${nth}`)
      if (nth === 0) continue
      open[nth - 1]?.resolve()
      await making[nth - 1]
      most = Math.max(most, cache.remembered())
    }
    expect(most).toBeLessThan(5)

    // An answer that hangs does not grow the list of changes without limit, and is not cached when it arrives.
    for (let nth = 0; nth < 20_000; nth++) cache.invalidate(`card:many-${nth}`)
    expect(cache.remembered()).toBe(10_000)
    open.at(-1)?.resolve()
    await making.at(-1)
    expect([cache.get('/499'), cache.remembered()]).toEqual([undefined, 0])
  })

  test('expire after an hour, or when time changes them', async () => {
    let now = 0
    const cache = createAnswerCache({ nowMs: () => now })
    await cache.make('/a', async () => answerOf('hello', card))
    await cache.make('/b', async () => ({ ...answerOf('on trial', card), forMs: 5000 }))
    now = 5001
    expect([wordsOf(cache.get('/a')), cache.get('/b')]).toEqual(['hello', undefined])
    now = 3_600_001
    expect(cache.get('/a')).toBeUndefined()
  })

  test('expire after a minute while changes of other servers don’t arrive', async () => {
    let now = 0
    let isListening = true
    const cache = createAnswerCache({ nowMs: () => now, isListening: () => isListening })
    await cache.make('/a', async () => answerOf('hello', card))
    now = 60_001
    expect(wordsOf(cache.get('/a'))).toBe('hello')
    isListening = false
    expect(cache.get('/a')).toBeUndefined()
    await cache.make('/a', async () => answerOf('again', card))
    expect(wordsOf(cache.get('/a'))).toBe('again')
  })

  test('stay for a day after they expire, for a database outage, and are then evicted', async () => {
    let now = 0
    const hour = 3_600_000
    const cache = createAnswerCache({ nowMs: () => now })
    const away = async () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    await cache.make('/a', async () => answerOf('hello', card))
    now = 23 * hour
    await cache.make('/b', async () => answerOf('other', card))
    expect(await cache.make('/a', away)).toMatchObject({ bodies: { identity: Buffer.from('hello') } })

    now = 25 * hour
    await cache.make('/c', async () => answerOf('another', card))
    expect(cache.size().answers).toBe(2)
    await expect(cache.make('/a', away)).rejects.toThrow('refused')
  })

  test('count key, headers and overhead toward the cache size, even without a body', async () => {
    const cache = createAnswerCache()
    for (let nth = 0; nth < 8000; nth++) await cache.make(`/${nth}?${'q'.repeat(8000)}`, async () => answerOf('', card))
    expect(cache.size().answers).toBeLessThan(7000)
    cache.invalidate(card)

    const weigh = async (key: string, headers: Record<string, string>) => {
      await cache.make(key, async () => ({ answer: { status: 200, headers, body: Buffer.alloc(0) }, dependsOn: new Set([card]) }))
      const { bytes } = cache.size()
      cache.invalidate(card)
      return bytes
    }
    const least = await weigh('/a', {})
    expect(least).toBeGreaterThanOrEqual(2048)
    expect(await weigh(`/a?${'q'.repeat(8000)}`, {})).toBeGreaterThanOrEqual(least + 8000)
    expect(await weigh('/a', { 'x-long': 'x'.repeat(1000) })).toBeGreaterThanOrEqual(least + 4000)
  })

  test('without dependencies are never cached', async () => {
    const cache = createAnswerCache()
    const result = await cache.make('/a', async () => answerOf('secret'))
    expect([isCacheEntry(result), cache.get('/a')]).toEqual([false, undefined])
  })
})
