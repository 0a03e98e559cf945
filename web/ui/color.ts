/** Red, green, blue, 0 to 255. */
export type Color = readonly [number, number, number]
type ColorWithAlpha = readonly [...Color, number]
/** Lightness, chroma, hue in radians. */
type Oklch = readonly [number, number, number]

export const white: Color = [255, 255, 255]
export const black: Color = [0, 0, 0]

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const fromLinear = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
const each = (change: (part: 0 | 1 | 2) => number): Color => [change(0), change(1), change(2)]

/** Reads `#rgb`, `#rrggbb`, `#rrggbbaa` with or without `#`, and `rgb()` / `rgba()`. */
export function parseColor(text: unknown): ColorWithAlpha | null {
  if (typeof text !== 'string') return null
  const input = text.trim().toLowerCase()
  return parseHex(input) ?? parseRgb(input)
}

function parseHex(text: string): ColorWithAlpha | null {
  const digits = /^#?([0-9a-f]{3,8})$/.exec(text)?.[1]
  if (!digits || ![3, 4, 6, 8].includes(digits.length)) return null
  const long = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (at: number) => Number.parseInt(long.slice(at, at + 2), 16)
  return [part(0), part(2), part(4), long.length === 8 ? part(6) / 255 : 1]
}

function parseRgb(text: string): ColorWithAlpha | null {
  const found = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)(?:[,/\s]+([\d.]+)(%?))?\s*\)$/.exec(text)
  if (!found) return null
  const part = (at: number) => clamp(Number(found[at]), 0, 255)
  const alpha = found[4] === undefined ? 1 : Number(found[4]) / (found[5] ? 100 : 1)
  return [part(1), part(2), part(3), Number.isFinite(alpha) ? clamp(alpha, 0, 1) : 1]
}

export const toHex = (color: Color) =>
  `#${color
    .map((part) =>
      Math.round(clamp(part, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export const flatten = (top: ColorWithAlpha, ground: Color) => each((i) => Math.round(top[i] * top[3] + ground[i] * (1 - top[3])))
export const mix = (a: Color, b: Color, share: number) => each((i) => Math.round(a[i] * share + b[i] * (1 - share)))
export const darken = (color: Color, by: Color) => each((i) => clamp(color[i] - by[i], 0, 255))

function luminance(color: Color): number {
  const [red, green, blue] = each((i) => toLinear(color[i] / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(a: Color, b: Color): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

export const worstContrast = (color: Color, grounds: readonly Color[]) => Math.min(...grounds.map((ground) => contrast(color, ground)))

export function toOklch(color: Color): Oklch {
  const [red, green, blue] = each((i) => toLinear(color[i] / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(a, b), Math.atan2(b, a)]
}

/** Chroma shrinks until the color fits sRGB; hue never moves. */
export function fromOklch([lightness, fullChroma, hue]: Oklch): Color {
  for (let chroma = fullChroma; ; chroma = chroma < 0.002 ? 0 : chroma * 0.94) {
    const a = chroma * Math.cos(hue)
    const b = chroma * Math.sin(hue)
    const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
    const linear: Color = [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ]
    const fits = linear.every((part) => part >= -0.0004 && part <= 1.0004)
    if (chroma === 0 || fits) return each((i) => Math.round(255 * fromLinear(clamp(linear[i], 0, 1))))
  }
}

/**
 * A color with enough contrast on all grounds. One that has it already is unchanged; otherwise its lightness moves the shorter way,
 * with a margin where possible; else black or white, whichever has more contrast.
 */
export function makeReadable(color: Color, grounds: readonly Color[], need: number): Color {
  if (worstContrast(color, grounds) >= need) return color
  for (const goal of [need * 1.3, need]) {
    const nearest = [0, 1]
      .map((end) => moveTowards(color, end, (candidate) => worstContrast(candidate, grounds) >= goal))
      .filter((found) => found !== null)
      .toSorted((a, b) => a.distance - b.distance)[0]
    if (nearest) return nearest.color
  }
  return worstContrast(white, grounds) > worstContrast(black, grounds) ? white : black
}

const halvings = 22

function moveTowards(color: Color, end: number, reads: (candidate: Color) => boolean) {
  const [lightness, chroma, hue] = toOklch(color)
  if (!reads(fromOklch([end, 0, hue]))) return null
  let failing = lightness
  let passing = end
  for (let step = 0; step < halvings; step++) {
    const middle = (failing + passing) / 2
    if (reads(fromOklch([middle, chroma, hue]))) passing = middle
    else failing = middle
  }
  const found = fromOklch([passing, chroma, hue])
  return reads(found) ? { color: found, distance: Math.abs(passing - lightness) } : null
}
