import { describe, expect, test } from 'vitest'
import { createShortener } from './shorten-link.ts'

const long = 'https://instagram.example/maren'
const short = 'https://carte.example/s/abcdefgh'

function shortener({
  request = async () => short,
  isOnline = true,
  waitMs = 1000,
}: { request?: () => Promise<string>; isOnline?: boolean; waitMs?: number } = {}) {
  const requested: string[] = []
  const counted = (link: string) => {
    requested.push(link)
    return request()
  }
  return { requested, shorten: createShortener({ request: counted, isOnline: () => isOnline, waitMs }) }
}

describe('a shortener', () => {
  test('SHARE-4 CON-2 requests a link once and reuses the answer', async () => {
    const { shorten, requested } = shortener()
    expect([await shorten(long), await shorten(long)]).toEqual([short, short])
    expect(requested).toEqual([long])
  })

  test('SHARE-4 requests a link once for concurrent calls', async () => {
    const { shorten, requested } = shortener()
    expect(await Promise.all([shorten(long), shorten(long)])).toEqual([short, short])
    expect(requested).toEqual([long])
  })

  test('SHARE-4 offline makes no request and returns the long link', async () => {
    const { shorten, requested } = shortener({ isOnline: false })
    expect(await shorten(long)).toBe(long)
    expect(requested).toEqual([])
  })

  test('SHARE-4 after an error returns the long link, and does not retry', async () => {
    const { shorten, requested } = shortener({ request: () => Promise.reject(new Error('no')) })
    expect([await shorten(long), await shorten(long)]).toEqual([long, long])
    expect(requested).toHaveLength(1)
  })

  test('SHARE-4 gives up after a timeout', async () => {
    const { shorten } = shortener({ request: () => new Promise(() => {}), waitMs: 1 })
    expect(await shorten(long)).toBe(long)
  })

  test.each(['', 'javascript:alert(1)', 'Too many requests'])('rejects %j as a short link', async (answer) => {
    const { shorten } = shortener({ request: async () => answer })
    expect(await shorten(long)).toBe(long)
  })
})
