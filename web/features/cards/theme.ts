import { footerHoverDarkens } from '#contract/cards/drawing.ts'
import type { Card } from '#contract/cards/cards.ts'
import {
  contrast,
  darken,
  flatten,
  fromOklch,
  makeReadable,
  mix,
  parseColour,
  toHex,
  toOklch,
  white,
  worstContrast,
  type Colour,
} from '../../ui/colour.ts'
import type { Layout } from './home/layout.ts'

export type ThemeField =
  | 'eCardBackgroundColor'
  | 'eCardTextColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardHeaderIconColor'
export type ThemeColours = Pick<Card, ThemeField>

/** A colour we moved so that it can be read; the editor shows these. */
export type ThemeNote = { field: ThemeField; from: string; to: string; was: number; now: number }
export type Theme = { vars: Record<`--card-${string}`, string>; scheme: 'light' | 'dark'; ground: string; notes: ThemeNote[] }

const hoverStep: Colour = [...footerHoverDarkens]
const textNeeds = 4.5
const graphicsNeed = 3

export function buildTheme(given: Partial<ThemeColours>, defaults: ThemeColours): Theme {
  const notes: ThemeNote[] = []
  const read = (field: ThemeField) => parseColour(given[field]) ?? parseColour(defaults[field]) ?? [...white, 1]
  const readable = (field: ThemeField, from: Colour, grounds: Colour[], need: number) => {
    const to = makeReadable(from, grounds, need)
    if (to !== from) notes.push(noteOf(field, from, to, grounds))
    return to
  }

  const ground = flatten(read('eCardBackgroundColor'), white)
  const flat = (field: ThemeField) => flatten(read(field), ground)
  const isDark = toOklch(ground)[0] < 0.6

  const text = readable('eCardTextColor', flat('eCardTextColor'), [ground], textNeeds)
  const plate = liftPlate(ground, text, isDark)
  const line = mix(text, ground, 0.14)

  const contact = flat('eCardContactBackground')
  const contactHover = darken(contact, hoverStep)
  const onContact = readable('eCardContactColor', flat('eCardContactColor'), [contact], textNeeds)

  const iconGround = flat('eCardIconBackground')
  const icon = readable('eCardIconColor', flat('eCardIconColor'), [iconGround], graphicsNeed)
  const reads = (colour: Colour, grounds: Colour[]) => worstContrast(colour, grounds) >= textNeeds

  const headerGiven = flat('eCardHeaderIconColor')
  // The owner's icon colour stays; the chip behind it moves first.
  const headerChip = [ground, contact, plate].find((chip) => contrast(headerGiven, chip) >= graphicsNeed) ?? ground
  const headerIcon = readable('eCardHeaderIconColor', headerGiven, [headerChip], graphicsNeed)

  const colours: Record<`--card-${string}`, Colour> = {
    '--card-ground': ground,
    '--card-text': text,
    '--card-text-2': makeReadable(mix(text, ground, 0.78), [ground, plate], textNeeds),
    '--card-plate': plate,
    '--card-line': line,
    '--card-contact': contact,
    '--card-contact-hover': contactHover,
    '--card-on-contact': onContact,
    '--card-on-contact-hover': makeReadable(onContact, [contactHover], textNeeds),
    '--card-icon-bg': iconGround,
    '--card-icon': icon,
    '--card-icon-label': reads(icon, [iconGround]) ? icon : makeReadable(text, [iconGround], textNeeds),
    '--card-on-icon-bg': makeReadable(text, [iconGround], textNeeds),
    '--card-header-icon': headerIcon,
    '--card-header-chip': headerChip,
    '--card-header-soft':
      [mix(headerIcon, headerChip, 0.16), headerChip].find((chip) => contrast(headerIcon, chip) >= graphicsNeed) ?? headerChip,
    '--card-header-text': makeReadable(headerIcon, [headerChip], textNeeds),
    '--card-accent-text': [contact, icon].find((colour) => reads(colour, [ground, plate])) ?? text,
  }
  const vars: Theme['vars'] = {}
  for (const [name, colour] of Object.entries(colours) as [`--card-${string}`, Colour][]) vars[name] = toHex(colour)
  // A contact bar that melts into the ground gets an outline instead of another colour.
  vars['--card-contact-ring'] = contrast(contact, ground) < 1.5 ? toHex(makeReadable(line, [ground], graphicsNeed)) : 'transparent'

  return { vars, scheme: isDark ? 'dark' : 'light', ground: toHex(ground), notes }
}

/** The plate is a step lighter than the ground; on mid-tones, where text would suffer, a step darker or level. */
function liftPlate(ground: Colour, text: Colour, isDark: boolean): Colour {
  const [lightness, chroma, hue] = toOklch(ground)
  const step = isDark ? 0.05 : 0.04
  const lifted = (by: number) => fromOklch([Math.min(1, Math.max(0, lightness + by)), chroma * 0.8, hue])
  return [lifted(step), lifted(-step)].find((plate) => contrast(text, plate) >= textNeeds) ?? ground
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

function noteOf(field: ThemeField, from: Colour, to: Colour, grounds: Colour[]): ThemeNote {
  return {
    field,
    from: toHex(from),
    to: toHex(to),
    was: oneDecimal(worstContrast(from, grounds)),
    now: oneDecimal(worstContrast(to, grounds)),
  }
}

const palette = (
  ground: string,
  text: string,
  contact: string,
  onContact: string,
  iconGround: string,
  icon: string,
  headerIcon: string,
): ThemeColours => ({
  eCardBackgroundColor: ground,
  eCardTextColor: text,
  eCardContactBackground: contact,
  eCardContactColor: onContact,
  eCardIconBackground: iconGround,
  eCardIconColor: icon,
  eCardHeaderIconColor: headerIcon,
})

/** What a layout wears where its owner chose nothing. */
export const layoutColours: Record<Layout, ThemeColours> = {
  porch: palette('#fbfaf7', '#201b16', '#015570', '#ffffff', '#e4f3f9', '#015570', '#201b16'),
  salon: palette('#121416', '#f3eee4', '#d9bd8b', '#17130b', '#121416', '#d9bd8b', '#f3eee4'),
  meridian: palette('#ffffff', '#0f0f0f', '#0f0f0f', '#ffffff', '#ffffff', '#0f0f0f', '#0f0f0f'),
  atrium: palette('#f4f6fb', '#14203a', '#1e3a71', '#ffffff', '#ffffff', '#1e3a71', '#ffffff'),
}
