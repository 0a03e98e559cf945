import type { ThemeColors, ThemeField } from '#common/layouts.ts'
import { footerHoverDarkens } from '#contract/cards/drawing.ts'
import {
  contrast,
  darken,
  flatten,
  fromOklch,
  makeReadable,
  mix,
  parseColor,
  toHex,
  toOklch,
  white,
  worstContrast,
  type Color,
} from '../../ui/color.ts'

/** A color corrected for contrast; the editor shows these. */
type ThemeCorrection = { field: ThemeField; from: string; to: string; was: number; now: number }
export type Theme = { vars: Record<`--card-${string}`, string>; scheme: 'light' | 'dark'; ground: string; notes: ThemeCorrection[] }

const hoverStep: Color = [...footerHoverDarkens]
const textContrast = 4.5
const iconContrast = 3

export function buildTheme(chosen: Partial<ThemeColors>, defaults: ThemeColors): Theme {
  const notes: ThemeCorrection[] = []
  const read = (field: ThemeField) => parseColor(chosen[field]) ?? parseColor(defaults[field]) ?? [...white, 1]
  const readable = (field: ThemeField, from: Color, grounds: Color[], need: number) => {
    const to = makeReadable(from, grounds, need)
    if (to !== from) notes.push(noteOf(field, from, to, grounds))
    return to
  }

  const ground = flatten(read('eCardBackgroundColor'), white)
  const flat = (field: ThemeField) => flatten(read(field), ground)
  const isDark = toOklch(ground)[0] < 0.6

  const text = readable('eCardTextColor', flat('eCardTextColor'), [ground], textContrast)
  const plate = liftPlate(ground, text, isDark)
  const line = mix(text, ground, 0.14)

  const contact = flat('eCardContactBackground')
  const contactHover = darken(contact, hoverStep)
  const onContact = readable('eCardContactColor', flat('eCardContactColor'), [contact], textContrast)

  const iconGround = flat('eCardIconBackground')
  const icon = readable('eCardIconColor', flat('eCardIconColor'), [iconGround], iconContrast)
  const reads = (color: Color, grounds: Color[]) => worstContrast(color, grounds) >= textContrast

  const headerColor = flat('eCardHeaderIconColor')
  // Keeps the owner's icon color and changes the chip behind it first.
  const headerChip = [ground, contact, plate].find((chip) => contrast(headerColor, chip) >= iconContrast) ?? ground
  const headerIcon = readable('eCardHeaderIconColor', headerColor, [headerChip], iconContrast)

  const colors: Record<`--card-${string}`, Color> = {
    '--card-ground': ground,
    '--card-text': text,
    '--card-text-2': makeReadable(mix(text, ground, 0.78), [ground, plate], textContrast),
    '--card-plate': plate,
    '--card-line': line,
    '--card-contact': contact,
    '--card-contact-hover': contactHover,
    '--card-on-contact': onContact,
    '--card-on-contact-hover': makeReadable(onContact, [contactHover], textContrast),
    '--card-icon-bg': iconGround,
    '--card-icon': icon,
    '--card-icon-label': reads(icon, [iconGround]) ? icon : makeReadable(text, [iconGround], textContrast),
    '--card-on-icon-bg': makeReadable(text, [iconGround], textContrast),
    '--card-header-icon': headerIcon,
    '--card-header-chip': headerChip,
    '--card-header-soft':
      [mix(headerIcon, headerChip, 0.16), headerChip].find((chip) => contrast(headerIcon, chip) >= iconContrast) ?? headerChip,
    '--card-header-text': makeReadable(headerIcon, [headerChip], textContrast),
    '--card-accent-text': [contact, icon].find((color) => reads(color, [ground, plate])) ?? text,
  }
  const vars: Theme['vars'] = {}
  for (const [name, color] of Object.entries(colors) as [`--card-${string}`, Color][]) vars[name] = toHex(color)
  // A contact bar close to the background color gets an outline.
  vars['--card-contact-ring'] = contrast(contact, ground) < 1.5 ? toHex(makeReadable(line, [ground], iconContrast)) : 'transparent'

  return { vars, scheme: isDark ? 'dark' : 'light', ground: toHex(ground), notes }
}

/** The plate is a step lighter than the background; on mid-tones, where contrast would suffer, a step darker or equal. */
function liftPlate(ground: Color, text: Color, isDark: boolean): Color {
  const [lightness, chroma, hue] = toOklch(ground)
  const step = isDark ? 0.05 : 0.04
  const lifted = (by: number) => fromOklch([Math.min(1, Math.max(0, lightness + by)), chroma * 0.8, hue])
  return [lifted(step), lifted(-step)].find((plate) => contrast(text, plate) >= textContrast) ?? ground
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

function noteOf(field: ThemeField, from: Color, to: Color, grounds: Color[]): ThemeCorrection {
  return {
    field,
    from: toHex(from),
    to: toHex(to),
    was: oneDecimal(worstContrast(from, grounds)),
    now: oneDecimal(worstContrast(to, grounds)),
  }
}
