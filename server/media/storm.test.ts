import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pictureWidths } from '#contract/constants.ts'
import { aCard } from '../../tests/factories/cards.ts'
import { anApp, type TestApp } from '../../tests/harness/app.ts'
import { keysOf } from '../../tests/harness/keys-of.ts'
import { savePicture } from '../../tests/factories/pictures.ts'

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
  expect(all.filter(({ status }) => status === 200)).toHaveLength(sizes.length - refused.length)
})

test('any other width makes no file', async () => {
  const { id, alias } = await aCard(app.needs)
  await savePicture(app.needs, app.needs.db, id, 'profile', await photo())
  const answers = await Promise.all(
    [1, 45, 333, 9999].map((width) => app.ask(`/api/public/client-image/${alias}/ProfileImage/latest?w=${width}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(await keysOf(app.needs.storage, `${id}/`)).toHaveLength(1)
})
