import { describe, expect, test } from 'vitest'
import { createShortener } from './use-share.ts'

const long = 'https://instagram.example/maren'
const short = 'https://carte.example/s/abcdefgh'

function shortener({
  ask = async () => short,
  isOnline = true,
  waitMs = 1000,
}: { ask?: () => Promise<string>; isOnline?: boolean; waitMs?: number } = {}) {
  const asked: string[] = []
  const counted = (link: string) => {
    asked.push(link)
    return ask()
  }
  return { asked, shorten: createShortener({ ask: counted, isOnline: () => isOnline, waitMs }) }
}

describe('a shortener', () => {
  test('SHARE-4 CON-2 asks once for a link and uses the answer again', async () => {
    const { shorten, asked } = shortener()
    expect([await shorten(long), await shorten(long)]).toEqual([short, short])
    expect(asked).toEqual([long])
  })

  test('SHARE-4 asks once for a link that is wanted twice at the same time', async () => {
    const { shorten, asked } = shortener()
    expect(await Promise.all([shorten(long), shorten(long)])).toEqual([short, short])
    expect(asked).toEqual([long])
  })

  test('SHARE-4 without a network nobody is asked and the long link is kept', async () => {
    const { shorten, asked } = shortener({ isOnline: false })
    expect(await shorten(long)).toBe(long)
    expect(asked).toEqual([])
  })

  test('SHARE-4 a refusal leaves the long link, and is not asked for again', async () => {
    const { shorten, asked } = shortener({ ask: () => Promise.reject(new Error('no')) })
    expect([await shorten(long), await shorten(long)]).toEqual([long, long])
    expect(asked).toHaveLength(1)
  })

  test('SHARE-4 an answer that never comes is not waited for', async () => {
    const { shorten } = shortener({ ask: () => new Promise(() => {}), waitMs: 1 })
    expect(await shorten(long)).toBe(long)
  })

  test.each(['', 'javascript:alert(1)', 'Too many requests'])('%j is no short link', async (answer) => {
    const { shorten } = shortener({ ask: async () => answer })
    expect(await shorten(long)).toBe(long)
  })
})
