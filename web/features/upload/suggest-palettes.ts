import type { Card } from '#contract/cards/cards.ts'
import { contrast, fromOklch, makeReadable, mix, parseColour, toHex, toOklch, white, type Colour } from '../../ui/colour.ts'

export type PaletteColours = Pick<
  Card,
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor'
>
/** `light` is paper with the leading colour, `deep` a dark room of it, `second` paper with the next colour. */
export type SuggestedPalette = { name: 'light' | 'deep' | 'second'; colours: PaletteColours }

const textNeeds = 4.5
const nearlyBlack: Colour = [24, 22, 20]
const nearlyWhite: Colour = [250, 248, 244]
/** Below this a colour is a grey to the eye. */
const colourfulFrom = 0.045

/** Two or three whole palettes from the colours of a logo or a portrait; each of them can be read as it is. None without a colour. */
export function suggestPalettes(hexes: readonly string[]): SuggestedPalette[] {
  const colours = hexes.flatMap((hex) => {
    const read = parseColour(hex)
    return read ? [[read[0], read[1], read[2]] as const] : []
  })
  const [first, ...others] = [...colours.filter(isColourful), ...colours.filter((colour) => !isColourful(colour))]
  if (!first) return []
  const second = others.find((colour) => isColourful(colour) && isOther(colour, first))
  return [
    { name: 'light', colours: onPaper(first) },
    { name: 'deep', colours: inTheDark(first, second ?? first) },
    ...(second ? [{ name: 'second' as const, colours: onPaper(second) }] : []),
  ]
}

const isColourful = (colour: Colour) => toOklch(colour)[1] >= colourfulFrom

/** Another hue, not another shade of the same. */
function isOther(one: Colour, other: Colour): boolean {
  const turn = Math.abs(toOklch(one)[2] - toOklch(other)[2])
  return Math.min(turn, 2 * Math.PI - turn) > 0.45
}

const toned = (colour: Colour, lightness: number, chromaMost: number): Colour => {
  const [, chroma, hue] = toOklch(colour)
  return fromOklch([lightness, Math.min(chroma, chromaMost), hue])
}

function onPaper(lead: Colour): PaletteColours {
  const ground = toned(lead, 0.985, 0.008)
  const text = toned(lead, 0.24, 0.03)
  const bar = makeReadable(lead, [ground], 3)
  const tile = toned(lead, 0.94, 0.035)
  return palette({ ground, text, bar, onBar: onColour(bar), tile, icon: makeReadable(lead, [tile], textNeeds), header: text })
}

function inTheDark(lead: Colour, accent: Colour): PaletteColours {
  const ground = toned(lead, 0.2, 0.035)
  const text = toned(lead, 0.95, 0.012)
  const [lightness] = toOklch(accent)
  const bar = makeReadable(toned(accent, Math.max(lightness, 0.78), 0.13), [ground], textNeeds)
  const tile = toned(lead, 0.28, 0.045)
  return palette({ ground, text, bar, onBar: onColour(bar), tile, icon: makeReadable(bar, [tile], textNeeds), header: text })
}

/** White where it reads, as bars mostly wear it; else a dark with a little of the bar in it. */
function onColour(bar: Colour): Colour {
  if (contrast(white, bar) >= textNeeds) return white
  const inks = [mix(bar, nearlyBlack, 0.12), nearlyBlack, nearlyWhite].toSorted((a, b) => contrast(b, bar) - contrast(a, bar))
  return makeReadable(inks[0] ?? white, [bar], textNeeds)
}

type Parts = { ground: Colour; text: Colour; bar: Colour; onBar: Colour; tile: Colour; icon: Colour; header: Colour }

function palette({ ground, text, bar, onBar, tile, icon, header }: Parts): PaletteColours {
  return {
    eCardBackgroundColor: toHex(ground),
    eCardTextColor: toHex(makeReadable(text, [ground, tile], textNeeds)),
    eCardContactBackground: toHex(bar),
    eCardContactColor: toHex(onBar),
    eCardIconBackground: toHex(tile),
    eCardIconColor: toHex(icon),
    eCardHeaderIconColor: toHex(header),
  }
}
