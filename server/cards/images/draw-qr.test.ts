import jsqr from 'jsqr'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawQr, type QrLogo } from './draw-qr.ts'

const address = 'https://cards.example.com/the-oyelaran-team-of-port-hadley/v/spring-2027/home'

async function scan(svg: string, width: number): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The package is CommonJS: its export is nested one level deeper than its types say.
  const read = jsqr as unknown as typeof jsqr.default
  return read(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const logo = async (width: number, height: number, background: string, isLight = false): Promise<QrLogo> => ({
  png: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
  width,
  height,
  isLight,
})

describe('drawQr', () => {
  test.each([270, 400, 1200])('DESK-2 SHARE-2 a scanner reads the address at %i pixels', async (width) => {
    expect(await scan(drawQr(address), width)).toBe(address)
  })

  test.each([
    ['square and dark', 96, 96, '#1f533f', false],
    ['square and white', 96, 96, '#ffffff', true],
    ['a long word', 400, 60, '#9f422b', false],
    ['tall', 40, 200, '#1e3a71', false],
  ] as const)('DESK-2 a logo in the middle, %s, does not keep it from being read', async (_, width, height, safeColor, isLight) => {
    const code = drawQr(address, await logo(width, height, safeColor, isLight))
    for (const pixels of [270, 400]) expect(await scan(code, pixels)).toBe(address)
    expect(await scan(drawQr('https://a.example/b/home', await logo(width, height, safeColor, isLight)), 270)).toBe(
      'https://a.example/b/home',
    )
  })

  test('DESK-2 the logo covers at most 23% of the width, with its border', async () => {
    const code = drawQr(address, await logo(96, 96, '#000000'))
    const all = Number(/viewBox="-4 -4 (\d+)/.exec(code)?.[1]) - 8
    const plate = Number(/<rect [^>]*width="([\d.]+)"[^>]*rx="1.5"/.exec(code)?.[1])
    expect(plate / all).toBeLessThanOrEqual(0.231)
  })
})
