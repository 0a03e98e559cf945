import { contrast, flatten, fromOklch, makeReadable, mix, parseColour, toHex, toOklch, white, type Colour } from '../../ui/colour.ts'

/** Six digits each: mail programs know no other way to write a colour. */
export type SignatureColours = { ink: string; soft: string; accent: string; onAccent: string }

const paper: Colour = [253, 251, 247]
const textNeeds = 4.5
const inkNeeds = 9
/** Mail programs treat pure black and pure white in ways of their own. */
const darkestLightness = 0.22

/**
 * The card's colours as they read on a white mail. Nothing is pure black or white, and everything on the mail's own ground is dark:
 * a program that turns a mail to night turns all of it alike.
 */
export function signatureColours({ text, contact }: { text: string; contact: string }): SignatureColours {
  const read = (value: string, usual: Colour) => {
    const found = parseColour(value)
    return found ? flatten(found, white) : usual
  }
  const ink = notBlack(makeReadable(read(text, [29, 42, 36]), [white], inkNeeds))
  const accent = notBlack(makeReadable(read(contact, [1, 85, 112]), [white, paper], textNeeds))
  const soft = makeReadable(mix(ink, white, 0.78), [white], textNeeds)
  return { ink: toHex(ink), soft: toHex(soft), accent: toHex(accent), onAccent: toHex(paper) }
}

function notBlack(colour: Colour): Colour {
  const [lightness, chroma, hue] = toOklch(colour)
  if (lightness >= darkestLightness) return colour
  const lifted = fromOklch([darkestLightness, Math.min(chroma, 0.08), hue])
  return contrast(lifted, white) >= textNeeds ? lifted : colour
}

/** As a mail program in dark mode shows a colour: light turned to dark and dark to light, hue kept. */
export function nightOf(hex: string): string {
  const colour = parseColour(hex)
  if (!colour) return hex
  const [lightness, chroma, hue] = toOklch(flatten(colour, white))
  return toHex(fromOklch([Math.min(0.97, Math.max(0.16, 1.15 - lightness)), chroma, hue]))
}

/** The ground a mail has in dark mode. */
export const nightGround = '#1f1f1f'
