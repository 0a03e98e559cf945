import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pictureWidths } from '#contract/constants.ts'
import { aCard } from '../../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../../tests/harness/app.ts'
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

test('while five hundred new sizes are asked for at once cards are answered, and who does not fit in is asked to come back', async () => {
  const cards = await Promise.all(Array.from({ length: 12 }, () => aCard(app.needs)))
  for (const { id } of cards) await savePicture(app.needs, app.needs.db, id, 'profile', await photo())
  const sizes = cards
    .flatMap(({ alias }) => formats.flatMap((accept) => pictureWidths.map((width) => ({ alias, accept, width }))))
    .slice(0, 500)
  const originals = watchOriginals()
  let answered = 0
  const storm = sizes.map(async ({ alias, accept, width }, place) => {
    // People, not one who tries names.
    const headers = { accept, 'x-forwarded-for': `198.51.100.${place % 250}` }
    const answer = await app.ask(`/api/public/client-image/${alias}/ProfileImage/latest?w=${width}`, { headers })
    answered++
    return answer
  })

  const pages = await Promise.all(cards.map(({ alias }) => app.ask(`/remote/api/public/e-card-by-alias/${alias}`)))
  expect(pages.map(({ status }) => status)).toEqual(cards.map(() => 200))
  expect(answered).toBeLessThan(sizes.length)

  const all = await Promise.all(storm)
  const refused = all.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ headers }) => headers.get('retry-after') === '2' && headers.get('cache-control') === 'no-store')).toBe(true)
  const given = all.filter(({ status }) => status === 200)
  expect(given).toHaveLength(sizes.length - refused.length)
  // Who is refused had no original fetched, and no more of them are under way than may wait.
  expect(originals.fetched).toBeGreaterThan(0)
  expect(originals.fetched).toBeLessThanOrEqual(given.length)
  expect(originals.atOnce).toBeLessThanOrEqual(102)
})

/** How many originals were fetched, and how many at once. */
function watchOriginals() {
  const { storage } = app.needs
  const { get } = storage
  const seen = { fetched: 0, atOnce: 0 }
  let underWay = 0
  vi.spyOn(storage, 'get').mockImplementation((key) => {
    if (!key.includes('/master.')) return get(key)
    seen.fetched++
    seen.atOnce = Math.max(seen.atOnce, ++underWay)
    return get(key).finally(() => underWay--)
  })
  return seen
}

test('any other width makes no file', async () => {
  const { id, alias } = await aCard(app.needs)
  await savePicture(app.needs, app.needs.db, id, 'profile', await photo())
  const answers = await Promise.all(
    [1, 45, 333, 9999].map((width) => app.ask(`/api/public/client-image/${alias}/ProfileImage/latest?w=${width}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await keysOf(app.needs.storage, `${id}/`)).toHaveLength(1)
})
