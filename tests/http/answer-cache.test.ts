import { describe, expect, test } from 'vitest'
import type { Change } from '#server/db/changes.ts'
import { createAnswerCache, type Answer } from '#server/http/answer-cache.ts'
import { isKept } from '#server/http/give-kept.ts'

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

  test('are forgotten when what they depend on changes, and only then', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    cache.hear('card:2')
    expect(wordsOf(cache.get('/a'))).toBe('hello')
    cache.hear(card)
    expect(cache.get('/a')).toBeUndefined()
  })

  test('are all forgotten when nobody knows what was missed', async () => {
    const cache = createAnswerCache()
    await cache.make('/a', async () => saying('hello', card))
    cache.hear('everything')
    expect(cache.size()).toEqual({ answers: 0, bytes: 0 })
  })

  test('are never kept when their making began before the change', async () => {
    const cache = createAnswerCache()
    const read = Promise.withResolvers<void>()
    const old = cache.make('/a', async () => {
      await read.promise
      return saying('old', card)
    })
    cache.hear(card)
    const fresh = cache.make('/a', async () => saying('new', card))
    read.resolve()
    await Promise.all([old, fresh])

    expect(wordsOf(cache.get('/a'))).toBe('new')
  })

  test('live a minute at most', async () => {
    let now = 0
    const cache = createAnswerCache({ nowMs: () => now })
    await cache.make('/a', async () => saying('hello', card))
    now = 60_001
    expect(cache.get('/a')).toBeUndefined()
  })

  test('that depend on nothing are never kept', async () => {
    const cache = createAnswerCache()
    const given = await cache.make('/a', async () => saying('secret'))
    expect([isKept(given), cache.get('/a')]).toEqual([false, undefined])
  })
})
