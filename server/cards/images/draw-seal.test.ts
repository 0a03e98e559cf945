import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSeal } from './draw-seal.ts'

const aliases = Array.from({ length: 200 }, (_, at) => `card-${at}`)

test('the same address always has the same seal; others differ', () => {
  expect(drawSeal('Eleanor')).toBe(drawSeal('eleanor'))
  expect(new Set(aliases.map(drawSeal)).size).toBeGreaterThan(190)
})

test('a seal is small, and contains nothing of the address', () => {
  const sizes = aliases.map((alias) => drawSeal(alias).length)
  expect(Math.max(...sizes)).toBeLessThan(4_500)
  expect(drawSeal('eleanor')).not.toContain('eleanor')
})

test('a seal is a ring: empty inside, where the photo is, and outside', async () => {
  const size = 412
  for (const alias of aliases.slice(0, 20)) {
    const { data } = await sharp(Buffer.from(drawSeal(alias)))
      .resize(size)
      .extractChannel('alpha')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const inked = { inside: 0, ring: 0, outside: 0 }
    for (const [at, alpha] of data.entries()) {
      // From the center of the seal to that of the pixel.
      const [x, y] = [(at % size) + 0.5 - size / 2, Math.floor(at / size) + 0.5 - size / 2]
      const distance = (Math.hypot(x, y) * 206) / size
      if (alpha > 0) inked[distance < 61 ? 'inside' : distance <= 103 ? 'ring' : 'outside']++
    }
    expect(inked).toMatchObject({ inside: 0, outside: 0 })
    expect(inked.ring).toBeGreaterThan(10_000)
  }
})
