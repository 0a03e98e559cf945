/** Red, green, blue, 0 to 255. */
export type Colour = readonly [number, number, number]
export type ColourWithAlpha = readonly [...Colour, number]
/** Lightness, chroma, hue in radians. */
type Oklch = readonly [number, number, number]

export const white: Colour = [255, 255, 255]
export const black: Colour = [0, 0, 0]

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))
const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
const each = (change: (part: 0 | 1 | 2) => number): Colour => [change(0), change(1), change(2)]

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` with or without `#`, and `rgb()` / `rgba()`. */
export function parseColour(text: unknown): ColourWithAlpha | null {
  if (typeof text !== 'string') return null
  const given = text.trim().toLowerCase()
  return parseHex(given) ?? parseRgb(given)
}

function parseHex(given: string): ColourWithAlpha | null {
  const digits = /^#?([0-9a-f]{3,8})$/.exec(given)?.[1]
  if (!digits || ![3, 4, 6, 8].includes(digits.length)) return null
  const long = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return [part(0), part(2), part(4), long.length === 8 ? part(6) / 255 : 1]
}

function parseRgb(given: string): ColourWithAlpha | null {
  const found = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)(?:[,/\s]+([\d.]+)(%?))?\s*\)$/.exec(given)
  if (!found) return null
  const part = (at: number) => clamp(Number(found[at]), 0, 255)
  const alpha = found[4] === undefined ? 1 : Number(found[4]) / (found[5] ? 100 : 1)
  return [part(1), part(2), part(3), Number.isFinite(alpha) ? clamp(alpha, 0, 1) : 1]
}

export const toHex = (colour: Colour) =>
  `#${colour
    .map((part) =>
      Math.round(clamp(part, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export const flatten = (top: ColourWithAlpha, ground: Colour) => each((i) => Math.round(top[i] * top[3] + ground[i] * (1 - top[3])))
export const mix = (a: Colour, b: Colour, share: number) => each((i) => Math.round(a[i] * share + b[i] * (1 - share)))
export const darken = (colour: Colour, by: Colour) => each((i) => clamp(colour[i] - by[i], 0, 255))

export function luminance(colour: Colour): number {
  const [red, green, blue] = each((i) => toLinear(colour[i] / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(a: Colour, b: Colour): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

export const worstContrast = (colour: Colour, grounds: readonly Colour[]) => Math.min(...grounds.map((ground) => contrast(colour, ground)))

export function toOklch(colour: Colour): Oklch {
  const [red, green, blue] = each((i) => toLinear(colour[i] / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)]
}

/** Chroma shrinks until the colour fits sRGB; hue never moves. */
export function fromOklch([lightness, fullChroma, hue]: Oklch): Colour {
  for (let chroma = fullChroma; ; chroma = chroma < 0.002 ? 0 : chroma * 0.94) {
    const a = chroma * Math.cos(hue)
    const b = chroma * Math.sin(hue)
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    const linear: Colour = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
    const fits = linear.every((part) => part >= -0.0004 && part <= 1.0004)
    if (chroma === 0 || fits) return each((i) => Math.round(255 * fromLinear(clamp(linear[i], 0, 1))))
  }
}

/**
 * A colour that reads on all grounds. One that does already is never touched; else only its lightness moves, the shorter way,
 * a little past the need where it can; else black or white, whichever reads better.
 */
export function makeReadable(colour: Colour, grounds: readonly Colour[], need: number): Colour {
  if (worstContrast(colour, grounds) >= need) return colour
  for (const goal of [need * 1.3, need]) {
    const nearest = [0, 1]
      .map((end) => moveTowards(colour, end, (candidate) => worstContrast(candidate, grounds) >= goal))
      .filter((found) => found !== null)
      .toSorted((a, b) => a.distance - b.distance)[0]
    if (nearest) return nearest.colour
  }
  return worstContrast(white, grounds) > worstContrast(black, grounds) ? white : black
}

const halvings = 22

function moveTowards(colour: Colour, end: number, reads: (candidate: Colour) => boolean) {
  const [lightness, chroma, hue] = toOklch(colour)
  if (!reads(fromOklch([end, 0, hue]))) return null
  let failing = lightness
  let passing = end
  for (let step = 0; step < halvings; step++) {
    const middle = (failing + passing) / 2
    if (reads(fromOklch([middle, chroma, hue]))) passing = middle
    else failing = middle
  }
  const found = fromOklch([passing, chroma, hue])
  return reads(found) ? { colour: found, distance: Math.abs(passing - lightness) } : null
}
