import type { Card } from './cards.ts'
import { initialsOf } from '../text/initials.ts'

/** Widths, what is cut to any shape, and the pictures of the shortcuts. `180` is for home screens that show no transparency. */
export const appIconShapes = ['180', '192', '512', '512-maskable', 'share', 'qr', 'contacts'] as const
export type AppIconShape = (typeof appIconShapes)[number]
export const shortcutIconPx = 96

/** A mask leaves at least this share of a maskable icon’s width, as a circle in its middle. */
export const maskableSafeShare = 0.8

export const appScreenshotShapes = ['narrow', 'wide'] as const
export type AppScreenshotShape = (typeof appScreenshotShapes)[number]
export const appScreenshotPx = { narrow: { width: 720, height: 1440 }, wide: { width: 1280, height: 800 } } as const

type Shown = Pick<
  Card,
  | 'fullName'
  | 'pictures'
  | 'hideProfileImageOnHomepage'
  | 'eCardBackgroundColor'
  | 'eCardIconBackground'
  | 'eCardIconColor'
  | 'eCardContactBackground'
  | 'eCardContactColor'
>

/** Under which the icons are kept. It changes with what they show and with nothing else: browsers ask again about an app whose icon moved. */
export function appIconVersion(card: Shown): string {
  const face = card.hideProfileImageOnHomepage ? null : card.pictures.profile
  const { eCardBackgroundColor, eCardIconBackground, eCardIconColor, eCardContactBackground, eCardContactColor } = card
  const colours = [eCardBackgroundColor, eCardIconBackground, eCardIconColor, eCardContactBackground, eCardContactColor]
  return `i${digest([face?.revision ?? initialsOf(card.fullName), ...colours].join('|'))}`
}

/** FNV-1a and a second round beside it: short, the same everywhere, and no secret. */
function digest(text: string): string {
  let [one, other] = [0x811c9dc5, 0x1000193]
  for (const letter of text) {
    one = Math.imul(one ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    other = Math.imul(other ^ (letter.codePointAt(0) ?? 0), 0x85ebca6b)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
