import { contrast, flatten, fromOklch, makeReadable, mix, parseColor, toHex, toOklch, white, type Color } from '../../ui/color.ts'

/** Six-digit hex: email apps support no other notation. */
export type SignatureColors = { ink: string; soft: string; accent: string; onAccent: string }

const paper: Color = [253, 251, 247]
const minTextContrast = 4.5
const minInkContrast = 9
/** Email apps treat pure black and white specially in dark mode. */
const darkestLightness = 0.22

/**
 * The card's colors for a white email. None is pure black or white, and all text on the email's own ground is dark, so that an app's
 * dark mode inverts all of it alike.
 */
export function signatureColors({ text, contact }: { text: string; contact: string }): SignatureColors {
  const read = (value: string, fallback: Color) => {
    const found = parseColor(value)
    return found ? flatten(found, white) : fallback
  }
  const ink = notBlack(makeReadable(read(text, [29, 42, 36]), [white], minInkContrast))
  const accent = notBlack(makeReadable(read(contact, [1, 85, 112]), [white, paper], minTextContrast))
  const soft = makeReadable(mix(ink, white, 0.78), [white], minTextContrast)
  return { ink: toHex(ink), soft: toHex(soft), accent: toHex(accent), onAccent: toHex(paper) }
}

function notBlack(color: Color): Color {
  const [lightness, chroma, hue] = toOklch(color)
  if (lightness >= darkestLightness) return color
  const lifted = fromOklch([darkestLightness, Math.min(chroma, 0.08), hue])
  return contrast(lifted, white) >= minTextContrast ? lifted : color
}

/** A color as email apps show it in dark mode: lightness inverted, hue unchanged. */
export function nightOf(hex: string): string {
  const color = parseColor(hex)
  if (!color) return hex
  const [lightness, chroma, hue] = toOklch(flatten(color, white))
  return toHex(fromOklch([Math.min(0.97, Math.max(0.16, 1.15 - lightness)), chroma, hue]))
}

/** An email's background in dark mode. */
export const nightGround = '#1f1f1f'
