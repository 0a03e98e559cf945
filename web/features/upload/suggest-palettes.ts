import type { ThemeColors } from '#common/layouts.ts'
import { contrast, fromOklch, makeReadable, mix, parseColor, toHex, toOklch, white, type Color } from '../../ui/color.ts'

/** `light`: the main color on a light ground. `deep`: a dark ground in that color. `second`: the next color on light. */
type SuggestedPalette = { name: 'light' | 'deep' | 'second'; colors: ThemeColors }

const minTextContrast = 4.5
const nearlyBlack: Color = [24, 22, 20]
const nearlyWhite: Color = [250, 248, 244]
/** Below this chroma a color looks gray. */
const colourfulFrom = 0.045

/** Two or three palettes from the colors of a logo or portrait, all with enough contrast; none without a color. */
export function suggestPalettes(hexes: readonly string[]): SuggestedPalette[] {
  const colors = hexes.flatMap((hex) => {
    const read = parseColor(hex)
    return read ? [[read[0], read[1], read[2]] as const] : []
  })
  const [first, ...others] = [...colors.filter(isColourful), ...colors.filter((color) => !isColourful(color))]
  if (!first) return []
  const second = others.find((color) => isColourful(color) && isOther(color, first))
  return [
    { name: 'light', colors: onPaper(first) },
    { name: 'deep', colors: inTheDark(first, second ?? first) },
    ...(second ? [{ name: 'second' as const, colors: onPaper(second) }] : []),
  ]
}

const isColourful = (color: Color) => toOklch(color)[1] >= colourfulFrom

/** A different hue, not another shade. */
function isOther(one: Color, other: Color): boolean {
  const turn = Math.abs(toOklch(one)[2] - toOklch(other)[2])
  return Math.min(turn, 2 * Math.PI - turn) > 0.45
}

const toned = (color: Color, lightness: number, chromaMost: number): Color => {
  const [, chroma, hue] = toOklch(color)
  return fromOklch([lightness, Math.min(chroma, chromaMost), hue])
}

function onPaper(lead: Color): ThemeColors {
  const ground = toned(lead, 0.985, 0.008)
  const text = toned(lead, 0.24, 0.03)
  const bar = makeReadable(lead, [ground], 3)
  const tile = toned(lead, 0.94, 0.035)
  return palette({ ground, text, bar, onBar: onColor(bar), tile, icon: makeReadable(lead, [tile], minTextContrast), header: text })
}

function inTheDark(lead: Color, accent: Color): ThemeColors {
  const ground = toned(lead, 0.2, 0.035)
  const text = toned(lead, 0.95, 0.012)
  const [lightness] = toOklch(accent)
  const bar = makeReadable(toned(accent, Math.max(lightness, 0.78), 0.13), [ground], minTextContrast)
  const tile = toned(lead, 0.28, 0.045)
  return palette({ ground, text, bar, onBar: onColor(bar), tile, icon: makeReadable(bar, [tile], minTextContrast), header: text })
}

/** White if it has enough contrast; else a dark tint of the bar. */
function onColor(bar: Color): Color {
  if (contrast(white, bar) >= minTextContrast) return white
  const inks = [mix(bar, nearlyBlack, 0.12), nearlyBlack, nearlyWhite].toSorted((a, b) => contrast(b, bar) - contrast(a, bar))
  return makeReadable(inks[0] ?? white, [bar], minTextContrast)
}

type Parts = { ground: Color; text: Color; bar: Color; onBar: Color; tile: Color; icon: Color; header: Color }

function palette({ ground, text, bar, onBar, tile, icon, header }: Parts): ThemeColors {
  return {
    eCardBackgroundColor: toHex(ground),
    eCardTextColor: toHex(makeReadable(text, [ground, tile], minTextContrast)),
    eCardContactBackground: toHex(bar),
    eCardContactColor: toHex(onBar),
    eCardIconBackground: toHex(tile),
    eCardIconColor: toHex(icon),
    eCardHeaderIconColor: toHex(header),
  }
}
