import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pictureWidths } from '#contract/constants.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
import { eventually } from '../../../tests/harness/eventually.ts'
import { keysOf } from '../../../tests/harness/keys-of.ts'
import { savePicture } from '../../../tests/factories/pictures.ts'

let app: TestApp
beforeAll(async () => void (app = await anApp({ settings: { trustProxy: true } })))
afterAll(() => app[Symbol.asyncDispose]())

const photo = () =>
  sharp({ create: { width: 90, height: 90, channels: 3, background: '#1f533f' } })
    .png()
    .toBuffer()
const formats = ['image/avif', 'image/webp', 'image/jpeg']

test('a burst of 500 new sizes doesn’t block cards and is shed with 503', async () => {
  const cards = await Promise.all(Array.from({ length: 12 }, () => aCard(app.deps)))
  for (const { id } of cards) await savePicture(app.deps, app.deps.db, id, 'profile', await photo())
  const sizes = cards
    .flatMap(({ alias }) => formats.flatMap((accept) => pictureWidths.map((width) => ({ alias, accept, width }))))
    .slice(0, 500)
  const originals = pauseOriginals()
  let answered = 0
  const storm = sizes.map(async ({ alias, accept, width }, place) => {
    // Different clients, so that guessing limits don’t apply.
    const headers = { accept, 'x-forwarded-for': `198.51.100.${place % 250}` }
    const answer = await app.ask(`/api/public/client-image/${alias}/ProfileImage/latest?w=${width}`, { headers })
    answered++
    return answer
  })

  try {
    const pages = await Promise.all(cards.map(({ alias }) => app.ask(`/remote/api/public/e-card-by-alias/${alias}`)))
    expect(pages.map(({ status }) => status)).toEqual(cards.map(() => 200))
    // Only what is refused is answered before an original arrives.
    await eventually(() => expect(answered).toBeGreaterThan(0))
    expect(answered).toBeLessThan(sizes.length)
  } finally {
    originals.release()
  }

  const all = await Promise.all(storm)
  const refused = all.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ headers }) => headers.get('retry-after') === '2' && headers.get('cache-control') === 'no-store')).toBe(true)
  const served = all.filter(({ status }) => status === 200)
  expect(served).toHaveLength(sizes.length - refused.length)
  // Shed requests fetched no original, and concurrent fetches stay within the limit.
  expect(originals.fetched).toBeGreaterThan(0)
  expect(originals.fetched).toBeLessThanOrEqual(served.length)
  expect(originals.atOnce).toBeLessThanOrEqual(102)
})

/** Counts fetched originals and their concurrency. None arrives before `release`. */
function pauseOriginals() {
  const { storage } = app.deps
  const { get } = storage
  const released = Promise.withResolvers<void>()
  const fetches = { fetched: 0, atOnce: 0, release: () => released.resolve() }
  let inProgress = 0
  vi.spyOn(storage, 'get').mockImplementation((key) => {
    if (!key.includes('/master.')) return get(key)
    fetches.fetched++
    fetches.atOnce = Math.max(fetches.atOnce, ++inProgress)
    return released.promise.then(() => get(key)).finally(() => inProgress--)
  })
  return fetches
}

test('an unknown width creates no file', async () => {
  const { id, alias } = await aCard(app.deps)
  await savePicture(app.deps, app.deps.db, id, 'profile', await photo())
  const answers = await Promise.all(
    [1, 45, 333, 9999].map((width) => app.ask(`/api/public/client-image/${alias}/ProfileImage/latest?w=${width}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await keysOf(app.deps.storage, `${id}/`)).toHaveLength(1)
})
