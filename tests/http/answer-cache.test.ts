import { describe, expect, test } from 'vitest'
import type { Change } from '#server/database/changes/changes.ts'
import { createAnswerCache, type Answer } from '#server/http/cache/answer-cache.ts'
import { isCacheEntry } from '#server/http/cache/cached-response.ts'

const card: Change = 'card:1'
const saying = (words: string, ...dependsOn: Change[]) => ({
  answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from(words) } satisfies Answer,
  dependsOn: new Set(dependsOn),
})
const wordsOf = (kept: ReturnType<ReturnType<typeof createAnswerCache>['get']>) => kept?.bodies.identity.toString()

describe('finished answers', () => {
  test('are made once for everybody who asks at the same time', async () => {
    const cache = createAnswerCache()
    let made = 0
    const ask = () =>
      cache.make('/a', async () => {
        made++
        return saying('hello', card)
      })
    await Promise.all([ask(), ask(), ask()])

    expect([made, wordsOf(cache.get('/a'))]).toEqual([1, 'hello'])
  })

  test('that are short are not compressed, and say so', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    expect(cache.get('/a')?.headers.br).not.toContain('content-encoding')
    await cache.make('/b', async () => saying('hello'.repeat(200), card))
    expect(cache.get('/b')?.headers.br).toContain('content-encoding')
  })

  test('hold no more memory than their own bodies', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    const bodies = Object.values(cache.get('/a')?.bodies ?? {})
    expect(bodies.map((body) => body.buffer.byteLength)).toEqual(bodies.map((body) => body.length))
    expect(bodies).toHaveLength(3)
  })

  test('are forgotten when what they depend on changes, and only then', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    cache.invalidate('card:2')
    expect(wordsOf(cache.get('/a'))).toBe('hello')
    cache.invalidate(card)
    expect(cache.get('/a')).toBeUndefined()
  })

  test('are all forgotten when nobody knows what was missed', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    cache.invalidate('everything')
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 })
  })

  test('are never kept when their making began before the change', async () => {
    const cache = createAnswerCache()
    const read = Promise.withResolvers<void>()
    const old = cache.make('/a', async () => {
      await read.promise
      return saying('old', card)
    })
    cache.invalidate(card)
    const fresh = cache.make('/a', async () => saying('new', card))
    read.resolve()
    await Promise.all([old, fresh])

    expect(wordsOf(cache.get('/a'))).toBe('new')
  })

  test('are made once while others than theirs are edited, and anew for who asks after an edit of their own', async () => {
    const cache = createAnswerCache()
    let made = 0
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const ask = () =>
      cache.make('/a', async () => {
        const nth = ++made
        await gates[nth - 1]?.promise
        return saying(`made ${nth}`, card)
      })
    const said = async (asked: ReturnType<typeof ask>) => {
      const answer = await asked
      return 'bodies' in answer ? wordsOf(answer) : null
    }
    const before = said(ask())
    cache.invalidate('card:2')
    const between = said(ask())
    gates[0]?.resolve()
    expect([await before, await between, made]).toEqual(['made 1', 'made 1', 1])

    cache.invalidate(card)
    const old = ask()
    cache.invalidate(card)
    const after = said(ask())
    gates[1]?.resolve()
    await old
    expect([await after, made]).toEqual(['made 3', 3])
  })

  test('that depend on nothing are not handed to who asks after any change', async () => {
    const cache = createAnswerCache()
    const gate = Promise.withResolvers<void>()
    const nobody = cache.make('/a', async () => gate.promise.then(() => saying('nobody is here')))
    cache.invalidate(card)
    const somebody = cache.make('/a', async () => saying('hello', card))
    gate.resolve()
    await Promise.all([nobody, somebody])
    expect(wordsOf(cache.get('/a'))).toBe('hello')
  })

  test('remember what changed only as long as something older is in hand, and never without end', async () => {
    const cache = createAnswerCache()
    const open = Array.from({ length: 500 }, () => Promise.withResolvers<void>())
    const making: Promise<unknown>[] = []
    let most = 0
    // There is always one being made, and each time somebody else's card is edited.
    for (const [nth, { promise }] of open.entries()) {
      making.push(cache.make(`/${nth}`, async () => promise.then(() => saying('x', `card:${nth}`))))
      cache.invalidate(`card:edited-${nth}`)
      if (nth === 0) continue
      open[nth - 1]?.resolve()
      await making[nth - 1]
      most = Math.max(most, cache.remembered())
    }
    expect(most).toBeLessThan(5)

    // One that hangs holds no more than so many; what it says when it comes is kept by nobody.
    for (let nth = 0; nth < 20_000; nth++) cache.invalidate(`card:many-${nth}`)
    expect(cache.remembered()).toBe(10_000)
    open.at(-1)?.resolve()
    await making.at(-1)
    expect([cache.get('/499'), cache.remembered()]).toEqual([undefined, 0])
  })

  test('live a minute at most', async () => {
    let now = 0
    const cache = createAnswerCache({ nowMs: () => now })
    await cache.make('/a', async () => saying('hello', card))
    now = 60_001
    expect(cache.get('/a')).toBeUndefined()
  })

  test('past their time stay for a day, for when the database is away, and then go as others come', async () => {
    let now = 0
    const hour = 3_600_000
    const cache = createAnswerCache({ nowMs: () => now })
    const away = async () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    await cache.make('/a', async () => saying('hello', card))
    now = 23 * hour
    await cache.make('/b', async () => saying('other', card))
    expect(await cache.make('/a', away)).toMatchObject({ bodies: { identity: Buffer.from('hello') } })

    now = 25 * hour
    await cache.make('/c', async () => saying('another', card))
    expect(cache.size().answers).toBe(2)
    await expect(cache.make('/a', away)).rejects.toThrow('refused')
  })

  test('weigh their address, their headers and their place too: without a word to say they have an end all the same', async () => {
    const cache = createAnswerCache()
    for (let nth = 0; nth < 8000; nth++) await cache.make(`/${nth}?${'q'.repeat(8000)}`, async () => saying('', card))
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

  test('that depend on nothing are never kept', async () => {
    const cache = createAnswerCache()
    const given = await cache.make('/a', async () => saying('secret'))
    expect([isCacheEntry(given), cache.get('/a')]).toEqual([false, undefined])
  })
})
